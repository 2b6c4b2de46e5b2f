//! Animations.

use std::ops::ControlFlow;

use tilewright_grid::Watch;

use crate::{DrawError, Picture};

/// A picture of an animation and its duration.
#[derive(Debug, Clone, PartialEq)]
pub struct Frame {
    /// The picture.
    pub picture: Picture,
    /// The duration in hundredths of a second.
    pub hundredths: u16,
}

/// Pictures that are shown one after the other in an endless loop.
///
/// The canvas is as wide as the widest frame and as high as the highest. Smaller frames are
/// centred on it, on their own background.
///
/// ```
/// use tilewright_draw::{Animation, Frame, Picture, Point, Shape, theme};
///
/// // A ball that moves to the right.
/// let frame = |step: u32| {
///     let mut picture = Picture::new(60.0, 20.0, format!("step {step}"));
///     picture.push(Shape::Circle {
///         center: Point::new(10.0 + 4.0 * f64::from(step), 10.0),
///         radius: 8.0,
///         fill: Some(theme::ACCENT),
///         stroke: None,
///     });
///     Frame { picture, hundredths: 5 }
/// };
/// let animation =
///     Animation { title: "a ball".to_owned(), frames: (0..10).map(frame).collect() };
/// assert_eq!(&animation.to_gif(&())?[..6], b"GIF89a");
/// # Ok::<(), tilewright_draw::DrawError>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Animation {
    /// What the animation shows.
    pub title: String,
    /// The pictures in order.
    pub frames: Vec<Frame>,
}

impl Animation {
    /// Collects the frames of an iterator, which may take long to draw them. The watch is called
    /// before each frame.
    ///
    /// # Errors
    ///
    /// [`DrawError::Cancelled`] if the watch cancels it.
    pub fn drawn(
        title: impl Into<String>,
        frames: impl IntoIterator<Item = Frame>,
        watch: &dyn Watch,
    ) -> Result<Self, DrawError> {
        let (mut drawn, mut frames) = (Vec::new(), frames.into_iter());
        loop {
            if let ControlFlow::Break(()) = watch.look() {
                return Err(DrawError::Cancelled);
            }
            let Some(frame) = frames.next() else { break };
            drawn.push(frame);
        }
        Ok(Self { title: title.into(), frames: drawn })
    }
}
