//! A game's tree of variations and comments: what the edits of it come to.
//!
//! A position is given by its path, the turns from the start, so the tree stands whatever is played or taken back.

use engine::AnyGame;

use crate::protocol::study::{TreeEdit, TreeNode};
use crate::protocol::{Code, Failure};

/// The most nodes a tree may have.
const MAX_NODES: usize = 4000;
/// The longest line.
const MAX_PLIES: usize = 600;
/// The longest comment, in characters.
const MAX_COMMENT: usize = 2000;

#[derive(Clone, Debug, Default)]
struct Node {
    turn: String,
    words: String,
    side: char,
    position: String,
    comment: String,
    children: Vec<usize>,
}

/// The tree; node 0 is the start.
#[derive(Clone, Debug)]
pub struct Tree {
    nodes: Vec<Node>,
}

impl Default for Tree {
    fn default() -> Self {
        Self { nodes: vec![Node::default()] }
    }
}

fn refused(message: impl Into<String>, place: &str) -> Failure {
    Failure::new(Code::BadMessage, message).at(place)
}

impl Tree {
    fn child(&self, at: usize, turn: &str) -> Option<usize> {
        self.nodes[at].children.iter().copied().find(|&child| self.nodes[child].turn == turn)
    }

    fn find(&self, path: &[String]) -> Option<usize> {
        path.iter().try_fold(0, |at, turn| self.child(at, turn))
    }

    /// The node at the end of a path, made where it is missing. `game` stands at the start and is played along.
    fn reach(&mut self, asked: &[String], game: &mut dyn AnyGame) -> Result<usize, Failure> {
        if asked.len() > MAX_PLIES {
            return Err(refused(format!("A line may have {MAX_PLIES} turns."), "path"));
        }
        // All of it is tried before any of it is kept.
        let mut made = Vec::new();
        let mut path = Vec::with_capacity(asked.len());
        for (index, turn) in asked.iter().enumerate() {
            let side = game.side();
            let words = game.describe(turn).unwrap_or_default();
            game.play(turn).map_err(|error| {
                Failure::new(Code::IllegalTurn, error.to_string()).at(format!("path[{index}]"))
            })?;
            // The game's own wording: a pasted game may write a turn in another way.
            path.push(game.turns().pop().unwrap_or_else(|| turn.clone()));
            made.push((side, words, game.position_text()));
        }
        let known = (0..=path.len()).rev().find(|&length| self.find(&path[..length]).is_some());
        let missing = path.len() - known.unwrap_or(0);
        if self.nodes.len() + missing > MAX_NODES {
            return Err(
                Failure::new(Code::Limit, format!("A tree may have {MAX_NODES} turns.")).at("path")
            );
        }
        let mut at = 0;
        for (turn, (side, words, position)) in path.iter().zip(made) {
            at = if let Some(child) = self.child(at, turn) {
                child
            } else {
                let (turn, comment) = (turn.clone(), String::new());
                let children = Vec::new();
                self.nodes.push(Node { turn, words, side, position, comment, children });
                let child = self.nodes.len() - 1;
                self.nodes[at].children.push(child);
                child
            };
        }
        Ok(at)
    }

    /// Makes a change; `game` stands at the start. An error leaves the tree as it was.
    pub fn apply(&mut self, edit: &TreeEdit, mut game: Box<dyn AnyGame>) -> Result<(), Failure> {
        let not_there = || Failure::new(Code::NotFound, "The tree has no such line.").at("path");
        match edit {
            TreeEdit::Add { path } => self.reach(path, &mut *game).map(|_| ()),
            TreeEdit::Comment { path, text } => {
                if text.chars().count() > MAX_COMMENT {
                    let message = format!("A comment may have {MAX_COMMENT} characters.");
                    return Err(refused(message, "text"));
                }
                let at = self.reach(path, &mut *game)?;
                self.nodes[at].comment.clone_from(text);
                Ok(())
            }
            TreeEdit::Delete { path } | TreeEdit::Promote { path } => {
                let Some((_, before)) = path.split_last() else {
                    return Err(refused("The start cannot be deleted or promoted.", "path"));
                };
                let (parent, child) =
                    self.find(before).zip(self.find(path)).ok_or_else(not_there)?;
                let siblings = &mut self.nodes[parent].children;
                siblings.retain(|&other| other != child);
                if matches!(edit, TreeEdit::Promote { .. }) {
                    siblings.insert(0, child);
                } else {
                    self.forget_unreached();
                }
                Ok(())
            }
        }
    }

    /// Leaves out what no path leads to.
    fn forget_unreached(&mut self) {
        let mut nodes = vec![Node { children: Vec::new(), ..self.nodes[0].clone() }];
        let mut open = vec![(0, 0)];
        while let Some((old, new)) = open.pop() {
            for &child in &self.nodes[old].children {
                nodes.push(Node { children: Vec::new(), ..self.nodes[child].clone() });
                let place = nodes.len() - 1;
                nodes[new].children.push(place);
                open.push((child, place));
            }
        }
        self.nodes = nodes;
    }

    /// The comment on the start.
    pub fn start_comment(&self) -> &str {
        &self.nodes[0].comment
    }

    /// As it is sent: each node after its parent, siblings in their order.
    pub fn nodes(&self) -> Vec<TreeNode> {
        let mut listed: Vec<TreeNode> = Vec::new();
        let mut open: Vec<(usize, Option<usize>)> =
            self.nodes[0].children.iter().rev().map(|&child| (child, None)).collect();
        while let Some((at, parent)) = open.pop() {
            let Node { turn, words, side, position, comment, children } = self.nodes[at].clone();
            listed.push(TreeNode { parent, turn, words, side, position, comment });
            let here = Some(listed.len() - 1);
            open.extend(children.iter().rev().map(|&child| (child, here)));
        }
        listed
    }
}

#[cfg(test)]
mod tests {
    use super::Tree;
    use crate::engines;
    use crate::protocol::study::TreeEdit;

    const START: &str = "bbBbb/5/5/5/rrRrr r boar,ox elephant,horse crab";

    fn path(turns: &[&str]) -> Vec<String> {
        turns.iter().map(|&turn| turn.to_owned()).collect()
    }

    fn apply(tree: &mut Tree, edit: &TreeEdit) -> Result<(), crate::protocol::Failure> {
        let kind = engines::kind("onitama").expect("a game");
        tree.apply(edit, engines::start(kind, START).expect("a position"))
    }

    fn shown(tree: &Tree) -> Vec<(Option<usize>, String, String)> {
        tree.nodes().into_iter().map(|node| (node.parent, node.turn, node.comment)).collect()
    }

    #[test]
    fn adds_comments_promotes_and_deletes() {
        let mut tree = Tree::default();
        apply(&mut tree, &TreeEdit::Add { path: path(&["ox c1c2", "horse c5c4"]) }).expect("legal");
        apply(&mut tree, &TreeEdit::Add { path: path(&["boar a1a2"]) }).expect("legal");
        let text = "solid".to_owned();
        apply(&mut tree, &TreeEdit::Comment { path: path(&["ox c1c2"]), text }).expect("there");
        let none = String::new;
        assert_eq!(
            shown(&tree),
            [
                (None, "ox c1c2".to_owned(), "solid".to_owned()),
                (Some(0), "horse c5c4".to_owned(), none()),
                (None, "boar a1a2".to_owned(), none()),
            ]
        );
        apply(&mut tree, &TreeEdit::Promote { path: path(&["boar a1a2"]) }).expect("there");
        assert_eq!(shown(&tree)[0].1, "boar a1a2");
        apply(&mut tree, &TreeEdit::Delete { path: path(&["ox c1c2"]) }).expect("there");
        assert_eq!(shown(&tree), [(None, "boar a1a2".to_owned(), none())]);
        assert!(apply(&mut tree, &TreeEdit::Delete { path: path(&["ox c1c2"]) }).is_err());
        assert!(apply(&mut tree, &TreeEdit::Delete { path: Vec::new() }).is_err());
    }

    #[test]
    fn a_line_with_an_illegal_turn_leaves_nothing() {
        let mut tree = Tree::default();
        let edit = TreeEdit::Add { path: path(&["ox c1c2", "tiger c5c3"]) };
        let failure = apply(&mut tree, &edit).expect_err("Blue has no tiger");
        assert_eq!(failure.place.as_deref(), Some("path[1]"));
        assert!(tree.nodes().is_empty());
    }
}
