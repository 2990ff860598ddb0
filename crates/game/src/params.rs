//! Parameters, declared once.
//!
//! One declaration with [`parameters!`](crate::parameters) yields the struct field, the protocol
//! option, the tuner's vector and the manual's row. A parameter set is an instance, never a
//! global: two tunings can play each other in one process.

/// The description of a parameter.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ParamInfo {
    /// Its name: `LmrBase`, or `PieceSquare[17]` for an element of a table.
    pub name: String,
    /// Its meaning.
    pub doc: &'static str,
    /// The unit of its value; empty for a switch.
    pub unit: &'static str,
    /// The value it starts from.
    pub start: i32,
    /// The least value it may have.
    pub min: i32,
    /// The greatest value it may have.
    pub max: i32,
    /// By how much a tuner should change it at first.
    pub step: i32,
    /// True if it is a switch: 0 is off and 1 is on.
    pub switch: bool,
}

/// A value that could not be set.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ParamError {
    /// No parameter has this name.
    #[error("there is no parameter '{0}'")]
    Unknown(String),
    /// The value cannot be read.
    #[error("'{value}' is no value for {name}: {expected}")]
    Value {
        /// The parameter.
        name: String,
        /// The text given.
        value: String,
        /// The values that would be read.
        expected: String,
    },
}

/// A set of declared parameters. Implemented by [`parameters!`](crate::parameters).
pub trait Parameters: Clone + Default + Send + Sync {
    /// The description of each parameter; tables are listed element by element.
    fn infos() -> Vec<ParamInfo>;
    /// The value of parameter `index`, in the order of [`infos`](Parameters::infos); 0 past the end.
    fn get(&self, index: usize) -> i32;
    /// Sets parameter `index`; the value is brought into its range. Nothing happens past the end.
    fn set(&mut self, index: usize, value: i32);

    /// The values in order.
    fn vector(&self) -> Vec<i32> {
        (0..Self::infos().len()).map(|index| self.get(index)).collect()
    }

    /// Sets a parameter by its name, without regard to case, underscores or hyphens. The name of a
    /// table without an index sets all of its elements.
    ///
    /// # Errors
    /// If no parameter has that name, or the text is no number in its range (for a switch:
    /// `true`, `false`, `on`, `off`, 1 or 0).
    fn set_by_name(&mut self, name: &str, value: &str) -> Result<(), ParamError> {
        let wanted = fold_name(name);
        let infos = Self::infos();
        let Some((index, info)) =
            infos.iter().enumerate().find(|(_, info)| fold_name(&info.name) == wanted)
        else {
            let table = format!("{wanted}[");
            let elements = infos.iter().filter(|info| fold_name(&info.name).starts_with(&table));
            let names: Vec<&String> = elements.map(|info| &info.name).collect();
            if names.is_empty() {
                return Err(ParamError::Unknown(name.to_owned()));
            }
            return names.into_iter().try_for_each(|name| self.set_by_name(name, value));
        };
        let number = match value.trim() {
            "true" | "on" if info.switch => Some(1),
            "false" | "off" if info.switch => Some(0),
            text => text.parse().ok(),
        };
        match number.filter(|number| (info.min..=info.max).contains(number)) {
            Some(number) => {
                self.set(index, number);
                Ok(())
            }
            None => Err(ParamError::Value {
                name: info.name.clone(),
                value: value.to_owned(),
                expected: if info.switch {
                    "use true or false".to_owned()
                } else {
                    format!("use a whole number from {} to {}", info.min, info.max)
                },
            }),
        }
    }
}

/// A name without what people write differently: case, underscores, hyphens and blanks.
pub fn fold_name(name: &str) -> String {
    name.chars()
        .filter(char::is_ascii_graphic)
        .filter(|c| !matches!(c, '_' | '-'))
        .collect::<String>()
        .to_ascii_lowercase()
}

/// `late_move` as `LateMove`.
#[doc(hidden)]
pub fn camel_case(name: &str) -> String {
    name.split('_')
        .map(|word| {
            let (first, rest) = word.split_at(word.len().min(1));
            first.to_ascii_uppercase() + rest
        })
        .collect()
}

/// A type that a parameter may have.
#[doc(hidden)]
pub trait ParamValue: Copy {
    const SWITCH: bool = false;
    fn count() -> usize {
        1
    }
    fn read(&self, index: usize) -> i32;
    fn write(&mut self, index: usize, value: i32);
}

impl ParamValue for i32 {
    fn read(&self, _: usize) -> i32 {
        *self
    }
    fn write(&mut self, _: usize, value: i32) {
        *self = value;
    }
}

impl ParamValue for i16 {
    fn read(&self, _: usize) -> i32 {
        i32::from(*self)
    }
    fn write(&mut self, _: usize, value: i32) {
        *self = value.clamp(i32::from(Self::MIN), i32::from(Self::MAX)) as Self;
    }
}

impl ParamValue for bool {
    const SWITCH: bool = true;
    fn read(&self, _: usize) -> i32 {
        i32::from(*self)
    }
    fn write(&mut self, _: usize, value: i32) {
        *self = value != 0;
    }
}

impl<T: ParamValue, const N: usize> ParamValue for [T; N] {
    const SWITCH: bool = T::SWITCH;
    fn count() -> usize {
        N * T::count()
    }
    fn read(&self, index: usize) -> i32 {
        self[index / T::count()].read(index % T::count())
    }
    fn write(&mut self, index: usize, value: i32) {
        self[index / T::count()].write(index % T::count(), value);
    }
}

/// Declares a struct of parameters.
///
/// ```
/// use game::params::Parameters;
/// game::parameters! {
///     /// Numbers of an example.
///     pub struct Example {
///         /// Whether to count at all.
///         counting: bool = true, 0..=1, step 1, "";
///         /// The value of a stone.
///         stone: i32 = 100, 50..=200, step 5, "points";
///         /// A score by rank.
///         rank: [i16; 3] = [0, 5, 9], -50..=50, step 2, "points";
///     }
/// }
/// let mut example = Example::default();
/// assert_eq!(example.vector(), [1, 100, 0, 5, 9]);
/// example.set_by_name("rank[1]", "7").unwrap();
/// example.set_by_name("counting", "off").unwrap();
/// assert_eq!((example.rank, example.counting), ([0, 7, 9], false));
/// example.set_by_name("rank", "3").unwrap();
/// assert_eq!(example.rank, [3, 3, 3]);
/// assert_eq!(
///     example.set_by_name("Stone", "900").unwrap_err().to_string(),
///     "'900' is no value for Stone: use a whole number from 50 to 200"
/// );
/// ```
#[macro_export]
macro_rules! parameters {
    (
        $(#[$outer:meta])*
        pub struct $name:ident {
            $(
                $(#[doc = $doc:expr])+
                $field:ident: $kind:ty = $start:expr, $min:literal..=$max:literal, step $step:literal, $unit:literal;
            )+
        }
    ) => {
        $(#[$outer])*
        #[derive(Clone, PartialEq, Debug)]
        pub struct $name {
            $( $(#[doc = $doc])+ pub $field: $kind, )+
        }

        impl $name {
            /// The starting values.
            pub const START: Self = Self { $( $field: $start, )+ };
        }

        impl Default for $name {
            fn default() -> Self {
                Self::START
            }
        }

        impl $crate::params::Parameters for $name {
            fn infos() -> Vec<$crate::params::ParamInfo> {
                use $crate::params::ParamValue;
                let mut infos = Vec::new();
                let start = Self::START;
                $(
                    let count = <$kind as ParamValue>::count();
                    for index in 0..count {
                        let mut name = $crate::params::camel_case(stringify!($field));
                        if count > 1 {
                            name += &format!("[{index}]");
                        }
                        infos.push($crate::params::ParamInfo {
                            name,
                            doc: concat!($($doc),+).trim(),
                            unit: $unit,
                            start: start.$field.read(index),
                            min: $min,
                            max: $max,
                            step: $step,
                            switch: <$kind as ParamValue>::SWITCH,
                        });
                    }
                )+
                infos
            }

            fn get(&self, index: usize) -> i32 {
                use $crate::params::ParamValue;
                let mut base = 0;
                $(
                    let count = <$kind as ParamValue>::count();
                    if (base..base + count).contains(&index) {
                        return self.$field.read(index - base);
                    }
                    base += count;
                )+
                let _ = base;
                0
            }

            fn set(&mut self, index: usize, value: i32) {
                use $crate::params::ParamValue;
                let mut base = 0;
                $(
                    let count = <$kind as ParamValue>::count();
                    if (base..base + count).contains(&index) {
                        self.$field.write(index - base, value.clamp($min, $max));
                        return;
                    }
                    base += count;
                )+
                let _ = base;
            }
        }
    };
}
