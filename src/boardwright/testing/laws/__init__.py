"""The laws for games. Each is a sentence and a test, which returns the number of cases that it tried."""

from __future__ import annotations

from boardwright.testing.laws import chance, declarations, people, records, rules, running, search, secrets
from boardwright.testing.laws.law import BOUNDS, INTERPRETED, SHIPPED, STATIC, Law, Result, judge, judge_by

LAWS: tuple[Law, ...] = (
    declarations.presets_can_be_loaded,
    declarations.weights_are_complete,
    declarations.everything_can_be_said,
    declarations.actions_have_two_faces,
    declarations.start_can_be_drawn,
    # Each of these rests on those above it: after the first broken one, what others say may mislead.
    rules.game_can_be_played,
    # Views need both of these.
    rules.header_is_sound,
    people.events_fit,
    records.reset_from_any_bytes,
    # Whatever is judged from here on is read.
    records.readers_change_nothing,
    rules.mask_is_check,
    rules.refusal_changes_nothing,
    records.replay_is_exact,
    rules.someone_can_move,
    rules.ends_in_time,
    rules.faults_are_raised,
    rules.returns_are_sound,
    chance.draws_are_used_as_declared,
    search.actors_exist,
    running.batch_is_its_rows,
    running.bad_row_stops_all,
    running.games_do_not_depend_on_the_batch,
    records.pop_restores,
    records.stored_is_read_back,
    records.key_decides,
    records.symmetries_commute,
    rules.states_are_bounded,
    rules.observations_keep_their_bounds,
    rules.every_reason_occurs,
    # Search and people rest on the rules, and on nothing of each other's.
    search.candidates_are_legal,
    search.evaluation_is_finite,
    search.suggestions_are_legal,
    people.parts_are_checked_alike,
    people.views_can_be_drawn,
    secrets.nothing_leaks,
    secrets.resampling_forgets,
    secrets.information_sets_agree,
    # Last, because they compare two ways to run what was found right in one.
    running.interpreted_agrees,
    running.threads_agree,
)

__all__ = ["BOUNDS", "INTERPRETED", "LAWS", "SHIPPED", "STATIC", "Law", "Result", "judge", "judge_by"]
