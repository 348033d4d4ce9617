"""The sentences that both profiles settle alike, and the rows in which they differ."""

import pytest

from scoring.engine.errors import InvalidHand
from tests.engine.counting import PTH, counted, fans, total

BOTH = pytest.mark.parametrize("profile", ["wmo", "cn"])


@BOTH
class TestPungsAndKongs:
    def test_a_pung_completed_by_a_discard_is_not_concealed(self, profile):
        won_on_discard = "[456p,1][789s,1] 111m 33s 55p 5p | --0000"
        assert fans(won_on_discard, profile) == {"Tile Hog", PTH, "No Honors"}
        drawn = fans(won_on_discard.replace("--0", "--1"), profile)
        assert drawn == {"Tile Hog", PTH, "No Honors", "Two Concealed Pungs", "Self-Drawn"}

    def test_a_concealed_chow_takes_the_winning_tile_from_the_pung(self, profile):
        found = fans("[789s,1] 111m 33s 55546p 5p | --0000", profile)
        assert found == {"Tile Hog", "Two Concealed Pungs", PTH, "No Honors"}

    def test_a_melded_chow_does_not_take_the_winning_tile(self, profile):
        found = fans("[456p,1][789s,1] 111m 33s 55p 5p", profile)
        assert "Two Concealed Pungs" not in found

    def test_a_robbed_kong_is_a_discard(self, profile):
        found = fans("456s 789p EEE 55s 12m 3m | --0001", profile)
        assert found == {"Mixed Straight", "Robbing the Kong", "Concealed Hand", PTH, "Edge Wait"}

    def test_a_concealed_kong_leaves_the_hand_concealed(self, profile):
        hand = "[1111m] 456s 789p 55s 23m 4m | --0000"
        assert fans(hand, profile) == {"Concealed Hand", "Concealed Kong", PTH, "No Honors"}
        drawn = fans(hand.replace("--0", "--1"), profile)
        assert drawn == {"Fully Concealed Hand", "Concealed Kong", PTH, "No Honors"}

    def test_a_concealed_kong_is_a_concealed_pung_among_two(self, profile):
        found = fans("[1111m] 888s 55s 23m 345p 4m", profile)
        assert {"Two Concealed Pungs", "Concealed Kong"} <= found

    def test_a_concealed_kong_is_a_concealed_pung_among_three(self, profile):
        found = fans("[1111m] 888s 55s 23m 222p 4m", profile)
        expected = {"Three Concealed Pungs", "Concealed Hand", "Concealed Kong", PTH, "No Honors"}
        assert found == expected

    def test_a_concealed_kong_is_a_concealed_pung_among_four(self, profile):
        found = fans("[1111m] 888s 55s EEE 22p 2p | --1000", profile)
        assert {"Four Concealed Pungs", "Concealed Kong", f"2 {PTH}"} <= found

    def test_two_concealed_kongs_replace_two_concealed_pungs(self, profile):
        found = fans("[1111m][EEEE] 456s 55s 23m 4m", profile)
        assert found == {"Two Concealed Kongs", "Concealed Hand", f"2 {PTH}", "One Voided Suit"}

    def test_a_third_concealed_pung_is_added_to_two_concealed_kongs(self, profile):
        found = fans("[1111m][EEEE] 888s 55s 23m 4m", profile)
        assert {"Two Concealed Kongs", "Three Concealed Pungs"} <= found
        assert "Two Concealed Pungs" not in found


@BOTH
class TestSevenPairs:
    def test_four_identical_tiles_are_two_pairs_and_a_hog(self, profile):
        found = fans("11112233m 4455s 6p 6p", profile)
        assert found == {"Seven Pairs", "Tile Hog", "No Honors"}

    @pytest.mark.parametrize(
        ("hand", "added"),
        [
            ("1133m 5577m EE CC C C", {"Half Flush", "Tile Hog"}),
            ("EESSWWNNCCFFP P", {"All Honors"}),
            ("1111m 9999s 1111p 9p 9p", {"All Terminals", "3 Tile Hog"}),
            ("1199m 1199s 11p EE C C", {"All Terminals and Honors"}),
            ("778899m 7788s 99p 7p 7p", {"Upper Tiles"}),
            ("445566m 4455s 66p 4p 4p", {"Middle Tiles"}),
            ("112233m 1122s 33p 1p 1p", {"Lower Tiles"}),
            ("1122m 33s 44p EE CC 5p 5p", {"All Types"}),
            ("1133p 22446688s P P", {"Reversible Tiles"}),
            ("22334466s 2288s F F", {"All Green", "Tile Hog"}),
            ("1122m 3344s EE CC 5s 5s", {"One Voided Suit"}),
            ("1133446677m 22m 9m 9m", {"Full Flush"}),
        ],
    )  # fmt: skip
    def test_it_combines_with_fans_of_its_tiles(self, profile, hand, added):
        found = fans(hand, profile)
        assert {"Seven Pairs"} | added <= found
        assert not found & {"All Pungs", "Outside Hand", "All Even Pungs", "All Fives"}
        assert not found & {"Concealed Hand", "Single Wait", PTH}


@BOTH
class TestHogsAndGates:
    def test_nine_gates_with_pure_straight_and_tile_hog(self, profile):
        found = fans("1112345678999m 1m", profile)
        assert found == {"Nine Gates", "Pure Straight", "Tile Hog"}

    def test_a_tile_hog_counts_once_for_each_tile(self, profile):
        assert "2 Tile Hog" in fans("2222m 3333m 4m 456s 6p 6p", profile)

    def test_a_tile_hog_counts_inside_a_knitted_straight(self, profile):
        found = fans("147m 258s 369p 9991p 1p", profile)
        expected = {"Knitted Straight", "Concealed Hand", "Tile Hog", PTH, "No Honors"}
        assert found == expected | {"Single Wait"}

    def test_a_kong_is_no_tile_hog(self, profile):
        assert "Tile Hog" not in fans("[5555m] 123m 789s 234p E E", profile)

    def test_quadruple_chow_has_no_tile_hog(self, profile):
        found = fans("222333444m 234m 5s 5s", profile)
        expected = {"Quadruple Chow", "Concealed Hand", "All Chows", "All Simples"}
        assert found == expected | {"One Voided Suit", "Single Wait"}


@BOTH
class TestWindsAndDragons:
    def test_seat_wind_that_is_round_wind_counts_twice_and_not_alone(self, profile):
        found = fans("[EEE,1] 234m 567s 89p 22s 7p | EE0000", profile)
        assert found == {"Prevalent Wind", "Seat Wind", "Edge Wait"}

    def test_the_pungs_of_big_three_winds_do_not_count_alone(self, profile):
        hand = "[EEE,1][SSS,1][WWW,1] 11m 55s 1m | NN0000"
        assert {"Big Three Winds", PTH} <= fans(hand, profile)  # the pung of ones counts

    def test_little_four_winds_keeps_prevalent_and_seat_wind(self, profile):
        found = fans("[EEE,1][SSS,1][WWW,1] 23m NN 1m | ES0000", profile)
        others = {"Half Flush", "Outside Hand", "Prevalent Wind", "Seat Wind"}
        assert found == {"Little Four Winds"} | others

    def test_big_four_winds_does_not(self, profile):
        found = fans("[EEE,1][SSS,1][WWW,1][NNN,1] 5m 5m | ES0000", profile)
        assert found == {"Big Four Winds", "Half Flush", "Melded Hand"}

    def test_all_honors_keeps_fans_of_dragons_and_winds(self, profile):
        found = fans("[EEE,1][CCC,1][FFF,1] SSS P P | EE0000", profile)
        others = {"All Honors", "Prevalent Wind", "Seat Wind", "Single Wait"}
        assert found == {"Little Three Dragons"} | others


@BOTH
class TestTiles:
    def test_one_voided_suit_means_exactly_two_suits(self, profile):
        assert "One Voided Suit" in fans("123m 456m 789s EEE 5s 5s", profile)
        assert "One Voided Suit" not in fans("123m 456m 789m EEE 5m 5m", profile)

    def test_reversible_tiles_has_no_voided_suit(self, profile):
        found = fans("[123p,1][456s,1] 888s 55p 23p 4p", profile)
        assert found == {"Reversible Tiles", "No Honors"}


@BOTH
class TestLastTiles:
    def test_last_tile_is_never_counted_with_a_robbed_kong(self, profile):
        found = fans("[EEE,1] 456s 789p 55s 12m 3m | --0101", profile)
        assert found == {"Mixed Straight", "Robbing the Kong", PTH, "Edge Wait"}

    def test_last_tile_is_impossible_while_another_is_held(self, profile):
        with pytest.raises(InvalidHand) as caught:
            counted("123m 456m 789s EEE 5s 5s | --0100", profile)
        assert caught.value.code == "last_of_its_kind_held"

    def test_last_tile_is_seen_in_the_own_melds(self, profile):
        found = fans("[333m,2] 456s 789p 55s 12m 3m | --0000", profile)
        assert "Last Tile" in found

    def test_last_tile_draw_and_replacement_both_count(self, profile):
        found = fans("[1111m] 456s 789p 55s 23m 4m | --1011", profile)
        both = {"Last Tile Draw", "Out with Replacement Tile"}
        assert found == both | {"Fully Concealed Hand", "Concealed Kong", PTH, "No Honors"}

    @pytest.mark.parametrize(
        ("marks", "fan"), [("1010", "Last Tile Draw"), ("1001", "Out with Replacement Tile")]
    )
    def test_neither_counts_with_self_drawn(self, profile, marks, fan):
        found = fans(f"[1111m][234s,1] 789p 55s 23m 4m | --{marks}", profile)
        assert found == {fan, "Concealed Kong", PTH, "No Honors"} | (found & {"Mixed Double Chow"})
        assert "Self-Drawn" not in found

    def test_a_tile_drawn_after_a_flower_is_self_drawn_only(self, profile):
        found = fans("[1111m][234s,1] 789p 55s 23m 4m | --1000 | 1", profile)
        assert {"Self-Drawn", "Flower Tiles"} <= found
        assert "Out with Replacement Tile" not in found


@BOTH
class TestMeldedAndKnitted:
    def test_melded_hand_has_no_fan_of_the_wait(self, profile):
        hand = "[123m,1][456s,1][789p,1][EEE,1] 5s 5s | --0000"
        assert fans(hand, profile) == {"Mixed Straight", "Melded Hand", PTH}
        drawn = fans(hand.replace("--0", "--1"), profile)
        assert drawn == {"Mixed Straight", PTH, "Single Wait", "Self-Drawn"}

    def test_a_concealed_kong_is_no_melded_set(self, profile):
        found = fans("[1111m][456s,1][789p,1][EEE,1] 5s 5s", profile)
        assert "Melded Hand" not in found
        assert "Single Wait" in found

    def test_the_set_beside_a_knitted_straight_may_be_melded(self, profile):
        found = fans("[EEE,2] 147m 258s 369p C C", profile)
        assert found == {"Knitted Straight", "All Types", PTH, "Single Wait"}

    def test_a_knitted_straight_is_three_chows_of_all_chows(self, profile):
        found = fans("[123m,1] 147m 258s 369p 5s 5s", profile)
        assert found == {"Knitted Straight", "All Chows", "Single Wait"}
        assert "All Chows" not in fans("[123m,1] 147m 258s 369p E E", profile)

    def test_a_concealed_knitted_straight(self, profile):
        found = fans("147m 258s 369p EEE C C", profile)
        expected = {"Knitted Straight", "All Types", "Concealed Hand", PTH, "Single Wait"}
        assert found == expected

    def test_a_knitted_straight_is_never_outside_or_all_pungs(self, profile):
        found = fans("[999p,2] 147m 258s 369p E E", profile)
        assert not found & {"Outside Hand", "All Pungs"}

    def test_case_3_a_knitted_straight_counts_once(self, profile):
        assert total("[678s,1] 147m 369s 25p SS 8p", profile) == 12


@BOTH
class TestChickenAndWaits:
    def test_a_chicken_hand_is_eight_and_flowers_come_after(self, profile):
        score = counted("[234m,1][456s,1][555p,1] 78p EE 9p | --0000 | 3", profile)
        assert score.fan_counts == {"Chicken Hand": 1, "Flower Tiles": 3}
        assert (score.total, score.without_flowers, score.legal) == (11, 8, True)

    def test_the_minimum_of_eight_is_without_flowers(self, profile):
        score = counted("[EEE,1] 234m 567s 89p 22s 7p | EE0000 | 8", profile)
        assert (score.total, score.without_flowers, score.legal) == (13, 5, False)

    @pytest.mark.parametrize(
        ("hand", "fan"),
        [
            ("[EEE,2] 234m 456s 22s 12p 3p", "Edge Wait"),
            ("[EEE,2] 234m 456s 22s 89p 7p", "Edge Wait"),
            ("[EEE,2] 234m 456s 22s 24p 3p", "Closed Wait"),
            ("[EEE,2] 234m 456s 789p 2s 2s", "Single Wait"),
        ],
    )
    def test_the_only_wait_counts(self, profile, hand, fan):
        assert fan in fans(hand, profile)

    @pytest.mark.parametrize(
        "hand",
        [
            "[EEE,2] 234m 456s 22s 23p 4p",  # two sides
            "[EEE,2] 234m 456s 22s 23p 1p",  # two sides, won on the edge
            "[EEE,2] 234m 456s 2345p 2p",  # a pair at either end
            "[EEE,2] 234m 456s 2224p 3p",  # the middle, or the pair
            "[EEE,2] 234m 22s 55p 456s 5p",  # two pairs
        ],
    )
    def test_one_of_several_waits_does_not(self, profile, hand):
        assert not fans(hand, profile) & {"Edge Wait", "Closed Wait", "Single Wait"}

    def test_case_1_several_waits_and_too_few_points(self, profile):
        for flowers in (0, 8):
            score = counted(f"[NNN,2] 77789m 11888p 7m | EE0000 | {flowers}", profile)
            assert (score.without_flowers, score.legal) == (6, False)
            expected = {"Tile Hog": 1, "Two Concealed Pungs": 1, PTH: 1, "One Voided Suit": 1}
            assert score.fan_counts == expected | ({"Flower Tiles": 8} if flowers else {})

    def test_case_2_exactly_eight(self, profile):
        score = counted("[NNN,2] 78889m 11888p 8m | EE0000", profile)
        expected = {"Tile Hog": 1, "Double Pung": 1, "Two Concealed Pungs": 1, PTH: 1}
        assert score.fan_counts == expected | {"One Voided Suit": 1}
        assert (score.total, score.legal) == (8, True)


class TestProfiles:
    def test_two_concealed_kongs_are_eight_or_six(self):
        hand = "[1111m][EEEE] 456s 55s 23m 4m"
        assert [total(hand, profile) for profile in ("wmo", "cn")] == [13, 11]

    def test_two_unlike_kongs_are_six_or_five(self):
        hand = "[1111m][EEEE,2] 456s 789p 5s 5s | SS0000"
        assert [total(hand, profile) for profile in ("wmo", "cn")] == [9, 8]
        for profile in ("wmo", "cn"):
            assert "Concealed Kong and Melded Kong" in fans(hand, profile)

    @pytest.mark.parametrize(
        "hand",
        [
            "1133m 5577s 99p EE S S | --1000",
            "11223344556677m | --1000",
            "19m 19s 19p ESWNCFP P | --1000",
            "1112345678999m 5m | --1000",
            "222m 444s 666s EEE 5p 5p | --1000",
            "147m 258s 3p ESWNCF P | --1000",
            "147m 258s 369p ESWN C | --1000",
        ],
    )
    def test_special_hands_are_fully_concealed_or_self_drawn(self, hand):
        assert "Fully Concealed Hand" in fans(hand, "wmo")
        assert "Self-Drawn" not in fans(hand, "wmo")
        assert "Fully Concealed Hand" not in fans(hand, "cn")
        assert "Self-Drawn" in fans(hand, "cn")

    def test_all_green_adds_half_flush_with_dragons_in_the_book_only(self):
        hand = "[234s,1][234s,1] 666s 88s FF F"
        assert "Half Flush" in fans(hand, "wmo")
        assert "Half Flush" not in fans(hand, "cn")

    def test_all_green_without_dragons_adds_full_flush_in_both(self):
        for profile in ("wmo", "cn"):
            assert {"All Green", "Full Flush"} <= fans("[234s,1] 234s 666s 888s 4s 4s", profile)

    def test_all_terminals_add_double_pungs_in_the_book_only(self):
        hand = "[111m,1][111s,1][999m,1] 99s 11p 9s"
        assert "2 Double Pung" in fans(hand, "wmo")
        assert not {"Double Pung", "2 Double Pung"} & fans(hand, "cn")

    def test_all_terminals_add_triple_pung_in_both(self):
        for profile in ("wmo", "cn"):
            assert "Triple Pung" in fans("[111m,1][111s,1][111p,1] 99s 99p 9s", profile)

    def test_three_kongs_of_which_two_concealed_and_a_concealed_pung_make_62(self):
        kongs = {"Three Kongs", "Three Concealed Pungs", "Two Concealed Kongs", "All Pungs"}
        hand = "[2222m][5555s][8888p,2] 777m C C | --1000"
        score = counted(hand)
        assert kongs <= fans(hand)
        assert sum(f.points for f in score.fans if f.fan.en in kongs) == 62

    def test_three_concealed_kongs_make_48(self):
        kongs = {"Three Kongs", "Three Concealed Pungs"}
        score = counted("[2222m][5555s][8888p] 78m CC 9m | --1000")
        assert sum(f.points for f in score.fans if f.fan.en in kongs) == 48
        assert not score.fan_counts.keys() & {"Concealed Kong", "Two Concealed Kongs"}

    def test_one_concealed_kong_of_three_adds_two_in_the_book(self):
        hand = "[2222m][5555s,1][8888p,2] 78m CC 9m"
        assert "Concealed Kong" in fans(hand, "wmo")
        assert "Concealed Kong" not in fans(hand, "cn")

    @pytest.mark.parametrize("profile", ["wmo", "cn"])
    def test_concealed_kongs_beside_three_kongs_are_a_setting(self, profile):
        hand = "[2222m][5555s][8888p,2] 78m CC 9m"
        added = fans(hand, profile, kongs_add_concealed="yes")
        assert "Two Concealed Kongs" in added
        assert "Two Concealed Pungs" not in added
        not_added = fans(hand, profile, kongs_add_concealed="no")
        assert "Two Concealed Kongs" not in not_added
        assert "Two Concealed Pungs" in not_added

    def test_nine_gates_removes_pungs_of_terminals(self):
        hand = "1112345678999m 2m"
        assert fans(hand, "wmo") == {"Nine Gates"} | (fans(hand, "wmo") - {PTH})
        assert PTH in fans(hand, "cn")  # one of two is removed
        assert f"2 {PTH}" not in fans(hand, "cn")


class TestSettings:
    def test_an_exhausted_second_wait(self):
        hand = "2225567788889m 5m"
        settings = ("shape", "concealed", "own")
        assert [total(hand, exhausted_wait=word) for word in settings] == [30, 31, 31]

    def test_a_knitted_straight_won_on_a_kind_of_its_body(self):
        hand = "12369m 258s 147p WW 3m"
        assert total(hand) == 15
        assert "Edge Wait" in fans(hand)
        assert total(hand, knitted_body_wait="no") == 14

    def test_a_knitted_straight_won_elsewhere_keeps_its_wait(self):
        hand = "147m 258s 369p 89s WW 7s"
        assert "Edge Wait" in fans(hand, knitted_body_wait="no")

    def test_lesser_honors_with_all_nine_knitted_tiles(self):
        hand = "147m 258s 369p ESWN C"
        assert total(hand) == 24
        assert total(hand, lesser_with_knitted_straight="12") == 12
