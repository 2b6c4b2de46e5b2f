//! Moving pictures.

use std::ops::ControlFlow;

use tilewright_grid::Watch;

use crate::{DrawError, Picture};

/// One picture of an animation and how long it stands.
#[derive(Debug, Clone, PartialEq)]
pub struct Frame {
    /// What is seen.
    pub picture: Picture,
    /// How long it is seen, in hundredths of a second.
    pub hundredths: u16,
}

/// Pictures that follow one another in an endless loop.
///
/// The canvas is as wide as the widest frame and as high as the highest; smaller frames stand
/// in its middle on their own background.
///
/// ```
/// use tilewright_draw::{Frame, Animation, Picture};
///
/// let frames = (1..=3)
///     .map(|step| Frame {
///         picture: Picture::new(30.0, 20.0, format!("step {step}")),
///         hundredths: 25,
///     })
///     .collect();
/// let animation = Animation { title: "three steps".to_owned(), frames };
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
    /// The animation of these frames, each drawn when it is its turn; the watch is looked at before
    /// every one.
    ///
    /// # Errors
    ///
    /// [`DrawError::Cancelled`] when the watch stops it.
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
