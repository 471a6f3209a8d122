import os
import pytest
from tests.browser.visits import beside
from tests.support.positions import *
from tools.gallery.pages import STATES, seat_in_turn
from tests.browser.test_room import OUT_OF_SIGHT
from tools.gallery.inspector import OVERLAPS, HIDDEN_CONTROLS
from pathlib import Path
SIZES=os.environ.get("PIC_SIZES","360x600,390x664,640x360,820x1180,1280x800")
WHAT=os.environ.get("PIC_WHAT","acc,crowd5,crowd3,clues")
OUT=Path("/tmp/layout-pics"); OUT.mkdir(exist_ok=True)
def make(name):
    if name.startswith("crowd"):
        n=int(name[5:]); return accuse(crowd(n,names=LONG_NAMES),*range(1,n-1))
    if name.startswith("few"):
        n=int(name[3:]); return accuse(play({3:"game-3p-piatnik",4:"game-4p-devir-stasi-adler",5:FULL}[n],lambda s: s.phase==Phase.SUSPECTS and s.number==2 and len(s.deck)<=8,names=LONG_NAMES),*range(1,n-1))
    if name=="family": return play(FULL, lambda s: s.phase==Phase.SUSPECTS and s.number==2 and len(s.deck)<=8, names=NAMES, discards="open")
    rec,until,acc={"acc":STATES["accusations"],"clues":STATES["two-clues"]}.get(name) or STATES[name]
    return accuse(play(rec,until,names=LONG_NAMES),*acc)
@pytest.mark.parametrize("engine",os.environ.get("PIC_ENGINES","Chromium").split(","),indirect=True)
def test_pictures(new_phone_of, engine):
    import sys
    tables={n:beside(make,n) for n in WHAT.split(",")}
    for size in SIZES.split(","):
        w,h=map(int,size.split("x"))
        phone=new_phone_of(size=(w,h))
        for n,(g,players) in tables.items():
            s=beside(lambda: seat_in_turn((g,players)))
            phone.come_as(players[s],g)
            phone.settle()
            print("\n##",engine,size,n,phone.value(OUT_OF_SIGHT), phone.value("document.documentElement.scrollHeight - document.getElementById('log').getBoundingClientRect().top - scrollY"))
            print("  heights", phone.value("['.status','.middle','.seats','.dock','.board'].map(c=>c+' '+Math.round(document.querySelector(c)?.getBoundingClientRect().height)).join()"))
            f=phone.value(f"JSON.stringify(({OVERLAPS})().map(f=>[f.kind,f.one,f.other,f.px]))")
            if f!="[]": print("  overlaps",f[:1500])
            phone.take_picture(OUT/f"{engine}-{n}-{size}.png",is_whole=False)
