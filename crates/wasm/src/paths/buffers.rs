//! What goes in and out of the module besides the arguments of its functions.

use tilewright_navigation::Place;

/// Buffers at addresses that JavaScript asks for.
#[derive(Default)]
pub struct Buffers {
    /// Numbers of a call.
    pub input: Vec<f64>,
    /// Text and bytes of a call.
    pub text: Vec<u8>,
    /// Numbers of an answer, whole ones.
    pub whole: Vec<u32>,
    /// Numbers of an answer.
    pub values: Vec<f64>,
    /// Text of an answer, or why it was refused.
    pub said: Vec<u8>,
}

impl Buffers {
    /// Makes room for numbers of a call. Returns where they go.
    pub fn room_for_numbers(&mut self, count: usize) -> *mut f64 {
        if self.input.len() < count {
            self.input.resize(count, 0.0);
        }
        self.input.as_mut_ptr()
    }

    /// Makes room for text of a call. Returns where it goes.
    pub fn room_for_text(&mut self, length: usize) -> *mut u8 {
        self.text.clear();
        self.text.resize(length, 0);
        self.text.as_mut_ptr()
    }

    /// Answers with places: first the column and row of each, then the floors if any is not floor 0.
    pub(super) fn put_places(&mut self, places: &[Place]) {
        self.whole.clear();
        for place in places {
            self.whole.extend([place.cell.column, place.cell.row]);
        }
        if places.iter().any(|place| place.floor > 0) {
            self.whole.extend(places.iter().map(|place| u32::from(place.floor)));
        }
    }

    /// The changes of cells among the numbers of a call: floor, column and row of each, and what it becomes.
    pub(super) fn changes(&self, count: usize) -> impl Iterator<Item = (Place, u32)> {
        let numbers = self.input.get(..4 * count).unwrap_or_default();
        numbers.chunks_exact(4).map(|change| {
            let [floor, x, y, value] = [0, 1, 2, 3].map(|part| change[part] as u32);
            (super::place(floor, x, y), value)
        })
    }

    /// The places among the numbers of a call, from the number `first` on: floor, column and row of each.
    pub(super) fn places(&self, first: usize, count: usize) -> Vec<Place> {
        let numbers = self.input.get(first..first + 3 * count).unwrap_or_default();
        let three = numbers.chunks_exact(3);
        three.map(|at| super::place(at[0] as u32, at[1] as u32, at[2] as u32)).collect()
    }
}
