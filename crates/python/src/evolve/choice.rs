//! Several schemes as one, so that a search of each kind of genomes is compiled once and not once for each of them.

/// Makes an enum of schemes, which is a scheme, and of their states, which is a state.
macro_rules! choice {
    ($(#[$about:meta])* $name:ident { $($kind:ident: $own:ident),+ $(,)? }) => {
        $(#[$about])*
        #[derive(Debug, serde::Serialize, serde::Deserialize)]
        pub(super) enum $name<$($own),+> {
            $($kind($own)),+
        }

        impl<G: 'static, $($own,)+ const N: usize> tilewright_evolve::State<G, N>
            for $name<$($own),+>
        where
            $($own: tilewright_evolve::State<G, N>,)+
        {
            fn populations(
                &self,
            ) -> impl Iterator<Item = &tilewright_evolve::Population<G, N>> + Clone {
                // Each of them has one, an archive two.
                let all = match self {
                    $(Self::$kind(it) => {
                        let mut all = it.populations();
                        [all.next(), all.next()]
                    })+
                };
                all.into_iter().flatten()
            }

            fn welcome(
                &mut self,
                migrant: &tilewright_evolve::Individual<G, N>,
                standing: tilewright_evolve::Standing,
            ) where
                G: Clone,
            {
                match self {
                    $(Self::$kind(it) => it.welcome(migrant, standing),)+
                }
            }

            fn archives(&self) -> Vec<&tilewright_evolve::Archive<G, N>> {
                match self {
                    $(Self::$kind(it) => it.archives(),)+
                }
            }

            fn is_sound(&self) -> bool {
                match self {
                    $(Self::$kind(it) => it.is_sound(),)+
                }
            }
        }

        impl<G, $($own,)+ const N: usize>
            tilewright_evolve::Scheme<$crate::evolve::problem::Space<G>, N>
            for $name<$($own),+>
        where
            G: $crate::evolve::genome::Genome,
            $($own: tilewright_evolve::Scheme<$crate::evolve::problem::Space<G>, N>,)+
        {
            type State = $name<$($own::State),+>;

            fn start(
                &self,
                problem: &$crate::evolve::problem::Space<G>,
                sample: &G,
            ) -> Result<Self::State, tilewright_evolve::Error> {
                Ok(match self {
                    $(Self::$kind(it) => $name::$kind(it.start(problem, sample)?),)+
                })
            }

            fn check(
                &self,
                problem: &$crate::evolve::problem::Space<G>,
                genome: &G,
            ) -> Result<(), tilewright_evolve::Error> {
                match self {
                    $(Self::$kind(it) => it.check(problem, genome),)+
                }
            }

            fn size(&self) -> usize {
                match self {
                    $(Self::$kind(it) => it.size(),)+
                }
            }

            fn breed(
                &self,
                step: &tilewright_evolve::Step<'_, $crate::evolve::problem::Space<G>, N>,
                state: &mut Self::State,
                offspring: &mut tilewright_evolve::Population<G, N>,
            ) -> Result<(), tilewright_evolve::Error> {
                match (self, state) {
                    $((Self::$kind(it), $name::$kind(own)) => it.breed(step, own, offspring),)+
                    _ => unreachable!("{}", $crate::evolve::choice::OWN),
                }
            }

            fn survive(
                &self,
                step: &tilewright_evolve::Step<'_, $crate::evolve::problem::Space<G>, N>,
                state: &mut Self::State,
                offspring: &mut tilewright_evolve::Population<G, N>,
            ) {
                match (self, state) {
                    $((Self::$kind(it), $name::$kind(own)) => it.survive(step, own, offspring),)+
                    _ => unreachable!("{}", $crate::evolve::choice::OWN),
                }
            }

            fn welcome(
                &self,
                step: &tilewright_evolve::Step<'_, $crate::evolve::problem::Space<G>, N>,
                state: &mut Self::State,
                migrant: &tilewright_evolve::Individual<G, N>,
            ) {
                match (self, state) {
                    $((Self::$kind(it), $name::$kind(own)) => it.welcome(step, own, migrant),)+
                    _ => unreachable!("{}", $crate::evolve::choice::OWN),
                }
            }

            fn keeps(&self) -> bool {
                match self {
                    $(Self::$kind(it) => it.keeps(),)+
                }
            }

            fn revise(
                &self,
                step: &tilewright_evolve::Step<'_, $crate::evolve::problem::Space<G>, N>,
                state: &mut Self::State,
                revision: &tilewright_evolve::Revision<'_, G, N>,
            ) {
                match (self, state) {
                    $((Self::$kind(it), $name::$kind(own)) => it.revise(step, own, revision),)+
                    _ => unreachable!("{}", $crate::evolve::choice::OWN),
                }
            }

            fn merit(
                &self,
                step: &tilewright_evolve::Step<'_, $crate::evolve::problem::Space<G>, N>,
                state: &Self::State,
                evaluation: &tilewright_evolve::Evaluation<N>,
            ) -> tilewright_evolve::Standing {
                match (self, state) {
                    $((Self::$kind(it), $name::$kind(own)) => it.merit(step, own, evaluation),)+
                    _ => unreachable!("{}", $crate::evolve::choice::OWN),
                }
            }

            fn accepts(
                &self,
                stored: &tilewright_evolve::StoredState<
                    '_,
                    $crate::evolve::problem::Space<G>,
                    Self::State,
                    N,
                >,
            ) -> bool {
                let &tilewright_evolve::StoredState { problem, sample, state, offspring } =
                    stored;
                match (self, state) {
                    $((Self::$kind(it), $name::$kind(state)) => {
                        it.accepts(&tilewright_evolve::StoredState {
                            problem,
                            sample,
                            state,
                            offspring,
                        })
                    })+
                    _ => false,
                }
            }

            fn columns(&self) -> &'static [&'static str] {
                match self {
                    $(Self::$kind(it) => it.columns(),)+
                }
            }

            fn notes(&self, state: &Self::State) -> tilewright_evolve::Notes {
                match (self, state) {
                    $((Self::$kind(it), $name::$kind(own)) => it.notes(own),)+
                    _ => unreachable!("{}", $crate::evolve::choice::OWN),
                }
            }
        }
    };
}
pub(super) use choice;

/// A search begins with the state of its scheme, and a checkpoint with another one is refused.
pub(super) const OWN: &str = "the state is that of the scheme";
