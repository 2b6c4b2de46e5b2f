//! Networks and checkpoints as files.
//!
//! A file is a heading that names the format, a postcard record that says what follows, the
//! numbers compressed by Zstandard, and a checksum of all before it.

use std::io::{Read, Write};
use std::ops::ControlFlow;

use serde::{Deserialize, Serialize, de::DeserializeOwned};
use tilewright_grid::{Seed, Watch, checksum, checksum_on};

use super::curve::LearningCurve;
use super::pages::Pages;
use super::{Learner, Network, Settings, Shape};
use crate::NetworkError;

/// What a network's file begins with.
const NETWORK: &[u8] = b"tilewright/network2048/1\n";

/// What a checkpoint begins with.
const CHECKPOINT: &[u8] = b"tilewright/checkpoint2048/3\n";

/// How hard a release is compressed; 19 is the most without special memory.
const RELEASE_LEVEL: i32 = 19;

/// How hard a release of more than [`LARGE`] weights is compressed: a twentieth of the time
/// for a file that is a fourteenth larger.
const LARGE_LEVEL: i32 = 9;
const LARGE: usize = 16 << 20;

/// How hard what is written often is compressed.
const QUICK_LEVEL: i32 = 1;

/// Within so many bytes a file says how many numbers it holds.
pub const FILE_START: usize = 4096;

/// The most bytes that a checkpoint's record may have: the curve of a billion games.
const MAX_RECORD: u64 = 1 << 26;

/// What both sorts of file say first.
#[derive(Deserialize)]
struct Announced {
    shape: String,
    weights: u64,
}

/// What a network's file says before the weights.
#[derive(Serialize, Deserialize)]
struct Head {
    shape: String,
    /// As many as the shape has, or twice as many with those of stage_2 boards.
    weights: u64,
    /// What a unit of a rounded weight is worth; none where the weights are exact. What one of
    /// stage_2 boards is worth follows the record, where there are any.
    step: Option<f32>,
}

/// What a checkpoint says before the weights and the errors.
#[derive(Serialize, Deserialize)]
struct State {
    begin: Begin,
    episodes: u64,
    curve: LearningCurve,
}

/// What a checkpoint says first: how is learned.
#[derive(Serialize, Deserialize)]
struct Begin {
    shape: String,
    weights: u64,
    learning_rate: f32,
    optimistic_init: f32,
    lambda: f32,
    restart: Option<u64>,
    downgrade: bool,
    four_probability: f64,
    seed: Seed,
}

impl Network {
    /// The network as a file that holds every weight to the last bit.
    ///
    /// # Errors
    /// When the weights cannot be compressed, and [`NetworkError::Cancelled`] when the watch stops
    /// it.
    pub fn to_bytes(&self, watch: &dyn Watch) -> Result<Vec<u8>, NetworkError> {
        let head = self.head(None);
        let (stage_1, stage_2) = self.parts();
        let (stage_1, stage_2) =
            (ordered(&self.shape, stage_1), ordered(&self.shape, stage_2));
        let numbers = stage_1.chain(stage_2).map(f32::to_le_bytes);
        seal(NETWORK, &head, QUICK_LEVEL, numbers, watch)
    }

    /// The network as a file for release: each weight rounded to one of 65,535 values, evenly
    /// spaced around 0, those of stage_2 boards to others, and compressed as far as that goes.
    ///
    /// # Errors
    /// As [`Network::to_bytes`].
    pub fn to_rounded_bytes(&self, watch: &dyn Watch) -> Result<Vec<u8>, NetworkError> {
        let (stage_1, stage_2) = self.parts();
        let (step, late_step) = (step(stage_1, watch)?, step(stage_2, watch)?);
        let rounded =
            |weight: f32, step: f32| ((weight / step).round() as i16).to_le_bytes();
        let stage_1 = ordered(&self.shape, stage_1).map(|weight| rounded(weight, step));
        let stage_2 =
            ordered(&self.shape, stage_2).map(|weight| rounded(weight, late_step));
        let numbers = stage_1.chain(stage_2);
        let head = self.head(Some(step));
        let is_large = self.weights().len() > LARGE;
        let level = if is_large { LARGE_LEVEL } else { RELEASE_LEVEL };
        if self.has_stage_2() {
            seal(NETWORK, &(head, late_step), level, numbers, watch)
        } else {
            seal(NETWORK, &head, level, numbers, watch)
        }
    }

    fn head(&self, step: Option<f32>) -> Head {
        let (shape, weights) = (self.shape.to_string(), self.weights().len() as u64);
        Head { shape, weights, step }
    }

    /// The most bytes that a network's file may have which begins with these: its first [`FILE_START`],
    /// or all, if it has fewer.
    ///
    /// # Errors
    /// When a network's file does not begin so.
    pub fn max_bytes(start: &[u8]) -> Result<u64, NetworkError> {
        let (_, weights) = announced(NETWORK, start)?;
        Ok(most(4 * weights as u64))
    }

    /// Reads what [`Network::to_bytes`] or [`Network::to_rounded_bytes`] wrote.
    ///
    /// # Errors
    /// When the bytes are not a whole network file, or their numbers do not suit its shape, and
    /// [`NetworkError::Cancelled`] when the watch stops it.
    pub fn from_bytes(bytes: &[u8], watch: &dyn Watch) -> Result<Self, NetworkError> {
        let (head, packed): (Head, _) = open(NETWORK, bytes, watch)?;
        let (shape, count) = shape_of(&head.shape, head.weights)?;
        let part = shape.weight_count();
        let (late_step, packed) = match head.step {
            Some(_) if count > part => record(packed)?,
            _ => (0.0, packed),
        };
        let mut packed = Packed::new(packed, watch)?;
        let places = places(&shape).take(count);
        let weights = match head.step {
            None => packed.take(count, places, |_, four| f32::from_le_bytes(four))?,
            Some(step) => packed.take(count, places, |place, two| {
                // The places of stage_2 boards follow all others.
                let step = if place < part { step } else { late_step };
                f32::from(i16::from_le_bytes(two)) * step
            })?,
        };
        packed.end()?;
        check_finite(weights.numbers(), watch)?;
        Ok(Self::of(shape, weights))
    }
}

impl Learner {
    /// All that learning goes on from, as a file.
    ///
    /// # Errors
    /// When the numbers cannot be compressed, and [`NetworkError::Cancelled`] when the watch stops
    /// it.
    pub fn checkpoint(&self, watch: &dyn Watch) -> Result<Vec<u8>, NetworkError> {
        let Settings {
            shape,
            learning_rate,
            optimistic_init,
            lambda,
            restart,
            downgrade,
            four_probability,
            seed,
        } = &self.settings;
        let begin = Begin {
            shape: shape.to_string(),
            weights: self.weights.numbers().len() as u64,
            learning_rate: *learning_rate,
            optimistic_init: *optimistic_init,
            lambda: *lambda,
            restart: *restart,
            downgrade: *downgrade,
            four_probability: *four_probability,
            seed: *seed,
        };
        let (episodes, curve) = (self.episodes, self.curve.clone());
        let state = State { begin, episodes, curve };
        let shape = &self.settings.shape;
        let (stage_1, stage_2) = self.weights.numbers().split_at(shape.weight_count());
        let weights = ordered(shape, stage_1).chain(ordered(shape, stage_2));
        let errors = ordered(shape, self.errors.numbers().as_chunks::<2>().0).flatten();
        let numbers = weights.chain(errors).map(f32::to_le_bytes);
        seal(CHECKPOINT, &state, QUICK_LEVEL, numbers, watch)
    }

    /// The most bytes that a checkpoint may have which begins with these: its first [`FILE_START`], or
    /// all, if it has fewer.
    ///
    /// # Errors
    /// When a checkpoint does not begin so.
    pub fn max_bytes(start: &[u8]) -> Result<u64, NetworkError> {
        let (shape, weights) = announced(CHECKPOINT, start)?;
        let errors = 2 * shape.weight_count();
        Ok(most(4 * (weights + errors) as u64) + MAX_RECORD)
    }

    /// The seed of the learner whose checkpoint begins with these bytes, its first [`FILE_START`];
    /// none where no checkpoint begins so.
    pub fn seed_in(start: &[u8]) -> Option<Seed> {
        let (Begin { seed, .. }, _) = record(start.strip_prefix(CHECKPOINT)?).ok()?;
        Some(seed)
    }

    /// The learner as it was when the checkpoint was taken: it learns on as if it had never
    /// stopped.
    ///
    /// # Errors
    /// When the bytes are not a whole checkpoint, and [`NetworkError::Cancelled`] when the watch stops
    /// it.
    pub fn resume(bytes: &[u8], watch: &dyn Watch) -> Result<Self, NetworkError> {
        let (state, packed): (State, _) = open(CHECKPOINT, bytes, watch)?;
        let State { begin, episodes, curve } = state;
        let (shape, count) = shape_of(&begin.shape, begin.weights)?;
        let Begin {
            learning_rate,
            optimistic_init,
            lambda,
            restart,
            downgrade,
            four_probability,
            seed,
            ..
        } = begin;
        let is_sound = (0.0..=1.0).contains(&four_probability)
            && (0.0..=1.0).contains(&lambda)
            && learning_rate.is_finite()
            && optimistic_init.is_finite();
        if !is_sound {
            return Err(NetworkError::File("its settings are no settings"));
        }
        let mut packed = Packed::new(packed, watch)?;
        let exact = |_, four| f32::from_le_bytes(four);
        let weights = packed.take(count, places(&shape).take(count), exact)?;
        let pairs = shape.places().flat_map(|place| [2 * place, 2 * place + 1]);
        let errors = packed.take(2 * shape.weight_count(), pairs, exact)?;
        packed.end()?;
        check_finite(weights.numbers(), watch)?;
        let settings = Settings {
            shape,
            learning_rate,
            optimistic_init,
            lambda,
            restart,
            downgrade,
            four_probability,
            seed,
        };
        Ok(Self { settings, weights, errors, episodes, curve, rate_scale: 1.0 })
    }
}

/// What is known of weights in the order of files; nothing, if nothing is known.
fn ordered<'a, T: Copy>(
    shape: &'a Shape,
    known: &'a [T],
) -> impl Iterator<Item = T> + 'a {
    shape.places().take(known.len()).map(|place| known[place])
}

/// The places of weights in the order of files, those of all boards and then those of stage_2 ones.
fn places(shape: &Shape) -> impl Iterator<Item = usize> {
    let count = shape.weight_count();
    shape.places().chain(shape.places().map(move |place| count + place))
}

/// The shape and the number of weights that the beginning of a file announces.
fn announced(heading: &[u8], start: &[u8]) -> Result<(Shape, usize), NetworkError> {
    let rest = start.strip_prefix(heading).ok_or(OTHER)?;
    let (Announced { shape, weights }, _) = record(rest)?;
    shape_of(&shape, weights)
}

/// The most bytes of a file that holds so many bytes of numbers and little else: what cannot be
/// compressed grows by less than a hundredth.
const fn most(numbers: u64) -> u64 {
    numbers + numbers / 100 + FILE_START as u64
}

/// What is said of a file that begins with other bytes.
const OTHER: NetworkError = NetworkError::File("it begins with another heading");

/// The shape of that name, if it has so many weights, or half as many.
fn shape_of(name: &str, found: u64) -> Result<(Shape, usize), NetworkError> {
    let shape: Shape = name.parse()?;
    let count = shape.weight_count();
    match [count, 2 * count].into_iter().find(|&count| count as u64 == found) {
        Some(count) => Ok((shape, count)),
        None => Err(NetworkError::Size { found, expected: count as u64 }),
    }
}

/// A file of these parts.
fn seal<const N: usize>(
    heading: &[u8],
    head: &impl Serialize,
    level: i32,
    numbers: impl Iterator<Item = [u8; N]>,
    watch: &dyn Watch,
) -> Result<Vec<u8>, NetworkError> {
    let bytes = postcard::to_extend(head, heading.to_vec())
        .expect("a heading holds only what postcard can write");
    let mut bytes = compress(bytes, level, numbers, watch)?;
    bytes.extend(summed(&bytes, watch)?.to_le_bytes());
    Ok(bytes)
}

fn compress<const N: usize>(
    into: Vec<u8>,
    level: i32,
    numbers: impl Iterator<Item = [u8; N]>,
    watch: &dyn Watch,
) -> Result<Vec<u8>, NetworkError> {
    let encoder = zstd::Encoder::new(into, level);
    let mut encoder = encoder.map_err(NetworkError::Compression)?;
    let mut chunk = Vec::with_capacity(CHUNK);
    for number in numbers {
        chunk.extend(number);
        if chunk.len() >= CHUNK - N {
            look(watch)?;
            encoder.write_all(&chunk).map_err(NetworkError::Compression)?;
            chunk.clear();
        }
    }
    let rest = encoder.write_all(&chunk).and_then(|()| encoder.finish());
    rest.map_err(NetworkError::Compression)
}

/// Looks at the watch.
fn look(watch: &dyn Watch) -> Result<(), NetworkError> {
    match watch.look() {
        ControlFlow::Continue(()) => Ok(()),
        ControlFlow::Break(()) => Err(NetworkError::Cancelled),
    }
}

/// The checksum of a file.
fn summed(bytes: &[u8], watch: &dyn Watch) -> Result<u64, NetworkError> {
    bytes.chunks(PART).try_fold(checksum(&[]), |sum, part| {
        look(watch)?;
        Ok(checksum_on(sum, part))
    })
}

/// What a unit of these weights is worth where they are rounded.
fn step(weights: &[f32], watch: &dyn Watch) -> Result<f32, NetworkError> {
    let mut largest = f32::MIN_POSITIVE;
    for part in weights.chunks(PART) {
        look(watch)?;
        largest = part.iter().fold(largest, |most, weight| most.max(weight.abs()));
    }
    Ok(largest / f32::from(i16::MAX))
}

/// Refuses weights that are no numbers.
fn check_finite(weights: &[f32], watch: &dyn Watch) -> Result<(), NetworkError> {
    for part in weights.chunks(PART) {
        look(watch)?;
        if !part.iter().all(|weight| weight.is_finite()) {
            return Err(NetworkError::File("it holds weights that are no numbers"));
        }
    }
    Ok(())
}

/// How many bytes or weights are gone through between two looks.
const PART: usize = 1 << 22;

/// How many bytes are compressed at a time.
const CHUNK: usize = 1 << 16;

/// The record and the compressed numbers of a file, if it is whole and of this sort.
fn open<'a, H: DeserializeOwned>(
    heading: &[u8],
    bytes: &'a [u8],
    watch: &dyn Watch,
) -> Result<(H, &'a [u8]), NetworkError> {
    let rest = bytes.strip_prefix(heading).ok_or(OTHER)?;
    let (_, sum) = rest
        .split_last_chunk()
        .ok_or(NetworkError::File("it ends before its checksum"))?;
    let covered = &bytes[..bytes.len() - sum.len()];
    if summed(covered, watch)? != u64::from_le_bytes(*sum) {
        let damaged = "its checksum differs: it is cut short or damaged";
        return Err(NetworkError::File(damaged));
    }
    record(&covered[heading.len()..])
}

/// A record, and what follows it.
fn record<H: DeserializeOwned>(body: &[u8]) -> Result<(H, &[u8]), NetworkError> {
    postcard::take_from_bytes(body)
        .map_err(|_| NetworkError::File("its contents are not what this version writes"))
}

/// Compressed numbers, taken out in their order.
struct Packed<'a> {
    decoder: zstd::Decoder<'static, std::io::BufReader<&'a [u8]>>,
    chunk: Vec<u8>,
    watch: &'a dyn Watch,
}

impl<'a> Packed<'a> {
    fn new(packed: &'a [u8], watch: &'a dyn Watch) -> Result<Self, NetworkError> {
        let decoder = zstd::Decoder::new(packed).map_err(NetworkError::Compression)?;
        Ok(Self { decoder, chunk: vec![0; CHUNK], watch })
    }

    /// So many numbers at these places, each by its place and its bytes.
    fn take<const N: usize>(
        &mut self,
        count: usize,
        mut places: impl Iterator<Item = usize>,
        number: impl Fn(usize, [u8; N]) -> f32,
    ) -> Result<Pages, NetworkError> {
        let mut pages = Pages::zeros(count);
        let (numbers, mut left) = (pages.numbers_mut(), count);
        while left > 0 {
            look(self.watch)?;
            let now = left.min(CHUNK / N);
            let chunk = &mut self.chunk[..N * now];
            self.decoder.read_exact(chunk).map_err(NetworkError::Compression)?;
            for (&bytes, place) in chunk.as_chunks().0.iter().zip(&mut places) {
                numbers[place] = number(place, bytes);
            }
            left -= now;
        }
        Ok(pages)
    }

    /// Refuses more numbers than were taken.
    fn end(mut self) -> Result<(), NetworkError> {
        let more = self.decoder.read(&mut [0]).map_err(NetworkError::Compression)?;
        if more > 0 {
            return Err(NetworkError::File("it holds more numbers than its shape has"));
        }
        Ok(())
    }
}
