"""Tiles as numbers, groups, text and keys."""

import pytest

from scoring.engine.tiles import (
    DRAGONS,
    FLOWERS,
    GREEN,
    PLAY_TILES,
    RED,
    TILES,
    WHITE,
    WINDS,
    Suit,
    suited,
)


def test_the_kinds_stand_in_their_order():
    assert " ".join(tile.text for tile in TILES) == (
        "1m 2m 3m 4m 5m 6m 7m 8m 9m 1s 2s 3s 4s 5s 6s 7s 8s 9s 1p 2p 3p 4p 5p 6p 7p 8p 9p "
        "E S W N C F P 1f 2f 3f 4f 5f 6f 7f 8f"
    )
    assert [TILES[tile] for tile in TILES] == list(range(42))


def test_every_tile_is_in_one_group():
    for tile in TILES:
        groups = [tile.is_suited, tile.is_wind, tile.is_dragon, tile.is_flower]
        assert groups.count(True) == 1
        assert tile.is_honor == (tile.is_wind or tile.is_dragon)
    assert (len(PLAY_TILES), len(WINDS), len(DRAGONS), len(FLOWERS)) == (34, 4, 3, 8)
    assert (str(RED), str(GREEN), str(WHITE)) == ("C", "F", "P")


def test_a_tile_shows_itself():
    assert repr(TILES[4]) == "Tile('5m')"
    assert f"{TILES[27]}" == "E"


def test_six_tiles_are_terminal():
    assert [tile.text for tile in TILES if tile.is_terminal] == ["1m", "9m", "1s", "9s", "1p", "9p"]


def test_suits_and_ranks():
    assert [suited(tile.suit, tile.rank) for tile in TILES[:27]] == list(TILES[:27])
    assert [tile.rank for tile in TILES[27:]] == [1, 2, 3, 4, 1, 2, 3, 1, 2, 3, 4, 5, 6, 7, 8]
    assert TILES[9].suit is Suit.BAMBOOS
    with pytest.raises(ValueError, match="3"):
        _ = WINDS[0].suit


def test_keys_are_distinct():
    assert len({tile.key for tile in TILES}) == 42
    assert [TILES[i].key for i in (4, 13, 26, 30, 33, 36, 41)] == [
        "character_5",
        "bamboo_5",
        "dot_9",
        "wind_north",
        "dragon_white",
        "flower_chrysanthemum",
        "season_winter",
    ]
