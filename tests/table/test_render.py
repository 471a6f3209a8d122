"""The HTML of a node: as short as it can be without looking different."""

from django.template import Template

from runtime.html.template import compile_nodes


def join_lines(html):
    return compile_nodes(Template(html).nodelist)({})


def test_line_break_is_a_space_between_words_and_inline_elements():
    html = "<p>\n  Anna\n  has <b>4</b>\n  <span>points</span>\n</p>\n"
    assert join_lines(html) == "<p> Anna has <b>4</b> <span>points</span></p>"


def test_line_break_between_attributes_is_a_space():
    assert join_lines('<a href="/"\n   \n   hidden>') == '<a href="/" hidden>'


def test_line_break_before_any_other_element_disappears():
    html = "<ul>\n  <li>\n    <svg />\n  </li>\n</ul>\n\n<button>\n</button>"
    assert join_lines(html) == "<ul><li><svg /></li></ul><button></button>"
