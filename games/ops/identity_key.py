"""Keys of caches that look at which object it is, not at what it holds."""


class IdentityKey[T]:
    """A frozen value as a key that only the very same object equals.

    A snapshot, a view or a tree is one object for all who look at it: to compare what
    it holds would cost as much as to make it again. The key keeps its value alive, so
    no other object can take its place.
    """

    # No dataclass: a frozen one takes three times as long to make.
    __slots__ = ("value",)

    def __init__(self, value: T) -> None:
        self.value = value

    def __hash__(self) -> int:
        return id(self.value)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, IdentityKey) and self.value is other.value
