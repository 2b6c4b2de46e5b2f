//! One palette for all frames of an animation.
//!
//! Up to 255 colours are kept exactly. If there are more, for example from the smooth edges of
//! letters, the 128 most frequent ones are kept exactly, so that plain areas keep their colour,
//! and the others are chosen by median cut (Heckbert, *Color image quantization for frame
//! buffer display*, 1982).

use std::collections::BTreeMap;

use crate::DrawError;
use crate::effort::Effort;
use crate::patch::UNCHANGED;

/// Palette entries besides the transparent one: a byte has 256 values.
const COLORS: usize = 255;
/// How many of the most frequent colours are kept exactly if there are too many: half. Measured on
/// the animation of 30 moves of 2048 (1054 colours): the root mean square error of a pixel is 0.62
/// levels with 128, 0.82 with none, 0.64 with 64, 0.73 with 192 and 0.86 with 255; 98.0, 92.2,
/// 96.7, 98.6 and 99.0 % of the pixels stay exact, and the worst is wrong by 15, 12, 15, 21 and 30
/// levels.
const EXACT: usize = 128;

/// The number of pixels whose work is added up at once: one millisecond of counting.
const CHUNK: usize = 1 << 16;

/// About how many nanoseconds it takes to count a pixel, to find the nearest palette entry of a
/// colour, and, for each colour, to divide a box. Rounded: see [`Effort`].
const COUNTING: u64 = 15;
const NEAREST: u64 = 500;
const CUTTING: u64 = 10;

type Rgb = [u8; 3];

/// At most 255 colours, and the palette index of every colour of the animation.
pub(crate) struct Palette {
    colors: Vec<Rgb>,
    indices: BTreeMap<Rgb, u8>,
}

impl Palette {
    /// The index of an unchanged pixel.
    pub(crate) const TRANSPARENT: u8 = 0;

    /// The palette for the pixels of all patches.
    pub(crate) fn of<'a>(
        parts: impl Iterator<Item = &'a [[u8; 4]]>,
        effort: &mut Effort<'_>,
    ) -> Result<Self, DrawError> {
        let mut counts: BTreeMap<Rgb, u64> = BTreeMap::new();

        for pixels in parts {
            for chunk in pixels.chunks(CHUNK) {
                // Runs of one colour are counted at once, since most of a picture is flat.
                for run in chunk.chunk_by(|one, other| one == other) {
                    let [red, green, blue, _] = run[0];
                    if run[0] != UNCHANGED {
                        *counts.entry([red, green, blue]).or_default() +=
                            run.len() as u64;
                    }
                }

                effort.spend(chunk.len() as u64 * COUNTING)?;
            }
        }

        let colors = choose(&counts, effort)?;

        let mut indices = BTreeMap::new();
        for &color in counts.keys() {
            indices.insert(color, nearest(&colors, color) as u8 + 1);
            effort.spend(NEAREST)?;
        }

        Ok(Self { colors, indices })
    }

    /// The palette as it is stored in a file: three bytes per entry, the transparent one first.
    pub(crate) fn bytes(&self) -> Vec<u8> {
        let mut bytes = vec![0; 3];
        bytes.extend_from_slice(self.colors.as_flattened());
        bytes
    }

    /// The palette indices of pixels.
    pub(crate) fn indexed(
        &self,
        pixels: &[[u8; 4]],
        effort: &mut Effort<'_>,
    ) -> Result<Vec<u8>, DrawError> {
        let mut indices = Vec::with_capacity(pixels.len());
        for chunk in pixels.chunks(CHUNK) {
            for run in chunk.chunk_by(|one, other| one == other) {
                indices.resize(indices.len() + run.len(), self.index(run[0]));
            }
            effort.spend(chunk.len() as u64 * COUNTING)?;
        }
        Ok(indices)
    }

    /// The palette index of a pixel.
    fn index(&self, pixel: [u8; 4]) -> u8 {
        if pixel == UNCHANGED {
            return Self::TRANSPARENT;
        }
        let [red, green, blue, _] = pixel;
        self.indices.get(&[red, green, blue]).copied().unwrap_or(Self::TRANSPARENT)
    }
}

/// At most 255 colours for the counted ones: the most frequent first, ties in order of value.
fn choose(
    counts: &BTreeMap<Rgb, u64>,
    effort: &mut Effort<'_>,
) -> Result<Vec<Rgb>, DrawError> {
    let mut ranked: Vec<(Rgb, u64)> =
        counts.iter().map(|(color, count)| (*color, *count)).collect();
    ranked.sort_by_key(|&(color, count)| (std::cmp::Reverse(count), color));
    if ranked.len() <= COLORS {
        return Ok(ranked.into_iter().map(|(color, _)| color).collect());
    }
    let rest = ranked.split_off(EXACT);
    let mut colors: Vec<Rgb> = ranked.into_iter().map(|(color, _)| color).collect();
    colors.extend(cut(rest, COLORS - EXACT, effort)?);
    Ok(colors)
}

/// Median cut: divides the colours into boxes at their medians, and averages each box.
fn cut(
    colors: Vec<(Rgb, u64)>,
    boxes: usize,
    effort: &mut Effort<'_>,
) -> Result<Vec<Rgb>, DrawError> {
    let all = colors.len() as u64;
    let mut parts = vec![colors];
    while parts.len() < boxes {
        let widest = (0..parts.len()).max_by_key(|&part| (spread(&parts[part]), part));
        let Some(part) = widest.filter(|&part| spread(&parts[part]).0 > 0) else { break };
        let mut lower = parts.swap_remove(part);
        let (_, channel) = spread(&lower);
        lower.sort_by_key(|&(color, _)| (color[channel], color));
        let upper = lower.split_off(lower.len() / 2);
        parts.extend([lower, upper]);
        effort.spend(all * CUTTING)?;
    }
    Ok(parts.iter().map(|part| average(part)).collect())
}

/// The largest extent of a box, and its channel.
fn spread(part: &[(Rgb, u64)]) -> (u8, usize) {
    let extent = |channel: usize| {
        let values = || part.iter().map(|(color, _)| color[channel]);
        values().max().unwrap_or(0) - values().min().unwrap_or(0)
    };
    (0..3).map(|channel| (extent(channel), channel)).max().unwrap_or((0, 0))
}

fn average(part: &[(Rgb, u64)]) -> Rgb {
    let total: u64 = part.iter().map(|(_, count)| count).sum::<u64>().max(1);
    std::array::from_fn(|channel| {
        let sum: u64 =
            part.iter().map(|(color, count)| u64::from(color[channel]) * count).sum();
        ((sum + total / 2) / total) as u8
    })
}

/// The index of the nearest colour; the first one wins a tie.
fn nearest(colors: &[Rgb], color: Rgb) -> usize {
    let distance = |other: &Rgb| -> u32 {
        other.iter().zip(color).map(|(a, b)| u32::from(a.abs_diff(b)).pow(2)).sum()
    };
    (0..colors.len()).min_by_key(|&index| distance(&colors[index])).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(palette: &Palette, pixel: [u8; 4]) -> Rgb {
        palette.colors[usize::from(palette.index(pixel)) - 1]
    }

    #[test]
    fn frequent_colours_stay_exact_among_many_rare_ones() {
        let rare =
            (0..1024_u32).map(|i| [(i % 32 * 8) as u8, (i / 32 * 8) as u8, 0, 255]);
        let frequent: Vec<[u8; 4]> = (0..100).map(|i| [i * 2 + 1, 101, 0, 255]).collect();
        let pixels: Vec<[u8; 4]> =
            rare.chain(frequent.iter().copied().cycle().take(300)).collect();
        let palette =
            Palette::of([&pixels[..]].into_iter(), &mut Effort::new(&())).unwrap();
        assert_eq!(palette.colors.len(), COLORS);
        assert!(frequent.iter().all(|pixel| shown(&palette, *pixel)[..] == pixel[..3]));
        assert!(pixels.iter().any(|pixel| shown(&palette, *pixel)[..] != pixel[..3]));
    }

    #[test]
    fn few_colours_are_kept_and_unchanged_pixels_are_clear() {
        let pixels: Vec<[u8; 4]> =
            (0..=254).map(|grey| [grey, 0, 9, 255]).chain([UNCHANGED]).collect();
        let palette =
            Palette::of([&pixels[..]].into_iter(), &mut Effort::new(&())).unwrap();
        assert!(
            pixels[..255].iter().all(|pixel| shown(&palette, *pixel)[..] == pixel[..3])
        );
        assert_eq!(palette.index(UNCHANGED), Palette::TRANSPARENT);
        assert_eq!(palette.bytes().len(), 256 * 3);
    }
}
