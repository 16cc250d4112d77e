"""A picture in words: its labels in the reader's language, and a description for readers who cannot see it."""

from collections.abc import Iterable, Iterator

from colt_rules.model.names import Bandit, Car, Place, inside, roof
from colt_rules.model.record import changed
from colt_rules.pictures.scene import LootToken, Scene, elsewhere, people
from colt_rules.pictures.slots import Item
from colt_rules.pictures.words import ENGLISH, Words


def translated_scene(seen: Scene, words: Words) -> Scene:
    """The scene with all English texts of modules in these words."""
    if words is ENGLISH:
        return seen
    added = seen.added
    return changed(
        seen,
        carried={bandit: _loot_told(loot, words) for bandit, loot in seen.carried.items()},
        floor={place: _loot_told(loot, words) for place, loot in seen.floor.items()},
        aside=_loot_told(seen.aside, words),
        added=changed(
            added,
            figures=tuple(changed(one, words=words.added(one.words)) for one in added.figures),
            items=tuple(_item_told(item, words) for item in added.items),
            owned=tuple((bandit, _item_told(item, words)) for bandit, item in added.owned),
            vehicles=tuple(changed(one, title=words.added(one.title)) for one in added.vehicles),
            rooms=tuple(changed(one, words=words.added(one.words)) for one in added.rooms),
            fronts=tuple(changed(one, title=words.added(one.title)) for one in added.fronts),
        ),
    )


def _item_told(item: Item, words: Words) -> Item:
    thing = changed(item.thing, sign=words.added(item.thing.sign))
    return changed(item, thing=thing, name=words.added(item.name))


def _loot_told(loot: Iterable[LootToken], words: Words) -> tuple[LootToken, ...]:
    return tuple(_token_told(token, words) for token in loot)


def _token_told(token: LootToken, words: Words) -> LootToken:
    if not (face := token.face):
        return token
    thing = changed(face.thing, sign=words.written(face.thing.sign, face.id))
    return changed(token, face=changed(face, thing=thing, words=words.added(face.words)))


def in_words(seen: Scene, words: Words = ENGLISH) -> str:
    """A description of the whole picture, for a scene in these words."""
    return " ".join(_sentences(seen, words))


def _sentences(seen: Scene, words: Words) -> Iterator[str]:
    for front in seen.fronts:
        there = _listed(seen, inside(front.name), words, "nothing")
        yield words.say("front", front=front.title, there=there)
    yield from (_car(seen, car, words) for car in seen.train)
    if not seen.train:
        yield words.say("no-train")
    yield from (_car(seen, vehicle.name, words) for vehicle in seen.vehicles)
    for bandit, loot in seen.carried.items():
        if loot:
            listed = ", ".join(_loot(token, words) for token in loot)
            yield words.say("carries", who=_first(bandit, words), bandit=bandit, loot=listed)
    things: dict[Bandit, list[str]] = {}
    for bandit, item in seen.added.owned:
        things.setdefault(bandit, []).append(words.say("item", item=item.name))
    for bandit, names in things.items():
        yield words.say("owns", who=_first(bandit, words), bandit=bandit, items=", ".join(names))
    beside = [one for place in seen.places_beside for one in _at(seen, place, words)]
    beside += [_loot(token, words) for token in seen.aside]
    beside += [words.say("item", item=item.name) for item in seen.added.items]
    if beside:
        yield words.say("beside-are", things=", ".join(beside))
    for place, label in elsewhere().items():
        gone = (bandit for bandit, where in seen.bandits.items() if where == place)
        yield from (words.say("gone", who=_first(one, words), gone=words.added(label.sign)) for one in gone)


def _first(bandit: Bandit, words: Words) -> str:
    """A figure at the beginning of a sentence."""
    called = words.person(bandit)
    return called[:1].upper() + called[1:] if bandit in people() else called


def _car(seen: Scene, car: Car, words: Words) -> str:
    above, below = (_listed(seen, place(car), words, "nothing") for place in (roof, inside))
    numbers = ((row.numbers.get(car, 0), row.name) for row in seen.added.rows)
    beside = ", ".join(words.number(number, name) for number, name in numbers if number)
    room = seen.rooms.get(car)
    locked = words.say("room", room=room.words, there=_listed(seen, room.place, words, "nobody")) if room else ""
    by_it = words.say("by-it", things=beside) if beside else ""
    return words.say("car", car=_car_name(seen, car, words), above=above, below=below, room=locked, beside=by_it)


def _car_name(seen: Scene, car: Car, words: Words) -> str:
    facing = {one.name: one for one in seen.vehicles}.get(car)
    if not facing:
        return words.car(car)
    return words.say("facing", vehicle=facing.title, car=words.car(facing.car).lower(), id=facing.car)


def _listed(seen: Scene, place: Place, words: Words, none: str) -> str:
    return ", ".join(_at(seen, place, words)) or words.say(none)


def _at(seen: Scene, place: Place, words: Words) -> Iterator[str]:
    yield from (words.person(bandit) for bandit, where in seen.bandits.items() if where == place)
    if seen.marshal == place:
        yield words.say("the-marshal")
    yield from (figure.words for figure in seen.added.figures if figure.place == place)
    yield from (_loot(token, words) for token in seen.floor.get(place, ()))


def _loot(loot: LootToken, words: Words) -> str:
    if loot.face:
        return loot.face.words
    kind = words.sign(loot.kind)
    return (
        words.say("loot", kind=kind)
        if loot.value is None
        else words.say("loot-of", kind=kind, worth=words.worth(loot.value))
    )
