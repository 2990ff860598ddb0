//! When the iterations look for a proof.

use game::{Position, Side};

use super::script::{leaf, points};
use crate::iterations::ending_in_sight;

#[test]
fn an_end_is_in_sight_where_one_side_is_clearly_ahead_and_it_is_near() {
    let root = leaf(0).then([leaf(0).least_win(4)]).least_win(4).game();
    let (us, them) = (Some(Side::First), Some(Side::Second));
    assert_eq!(ending_in_sight(&root, points(150), 8), us);
    assert_eq!(ending_in_sight(&root, points(-150), 8), them);
    assert_eq!(ending_in_sight(&root, points(149), 8), None, "not clear");
    assert_eq!(ending_in_sight(&root, points(-149), 8), None, "not clear");
    assert_eq!(ending_in_sight(&root, points(900), 7), None, "not near");
    let child = root.make(super::script::Script::mv(0));
    assert_eq!(ending_in_sight(&child, points(150), 9), them, "of the side to move");
    let unknown = leaf(0).game();
    assert_eq!(ending_in_sight(&unknown, points(900), 9), None, "nothing is known of its end");
}
