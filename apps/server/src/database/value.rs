//! Values of statements and of rows.

/// A value of a statement.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Param<'a> {
    /// Nothing.
    Null,
    /// A number, or a yes (1) or no (0).
    Integer(i64),
    /// A number with a point.
    Real(f64),
    /// A text.
    Text(&'a str),
    /// Bytes.
    Blob(&'a [u8]),
}

/// What can stand in a statement.
pub trait ToParam {
    /// As a value.
    fn param(&self) -> Param<'_>;
}

/// Values of a statement, in their order.
macro_rules! params {
    ($($value:expr),* $(,)?) => { &[$($crate::database::ToParam::param(&$value)),*] };
}
pub(crate) use params;

macro_rules! integers {
    ($($kind:ty),*) => { $(
        impl ToParam for $kind {
            fn param(&self) -> Param<'_> {
                Param::Integer(i64::try_from(*self).unwrap_or(i64::MAX))
            }
        }
        impl FromValue for $kind {
            fn read(value: ValueRef<'_>) -> Option<Self> {
                match value {
                    ValueRef::Integer(number) => Self::try_from(number).ok(),
                    _ => None,
                }
            }
        }
    )* };
}

integers!(i64, i32, u32, u16, u8, u64, usize);

impl ToParam for bool {
    fn param(&self) -> Param<'_> {
        Param::Integer(i64::from(*self))
    }
}

impl ToParam for f64 {
    fn param(&self) -> Param<'_> {
        Param::Real(*self)
    }
}

impl ToParam for str {
    fn param(&self) -> Param<'_> {
        Param::Text(self)
    }
}

impl ToParam for String {
    fn param(&self) -> Param<'_> {
        Param::Text(self)
    }
}

impl ToParam for [u8] {
    fn param(&self) -> Param<'_> {
        Param::Blob(self)
    }
}

impl ToParam for Vec<u8> {
    fn param(&self) -> Param<'_> {
        Param::Blob(self)
    }
}

impl ToParam for [u8; 32] {
    fn param(&self) -> Param<'_> {
        Param::Blob(self)
    }
}

impl<T: ToParam + ?Sized> ToParam for &T {
    fn param(&self) -> Param<'_> {
        (**self).param()
    }
}

impl<T: ToParam> ToParam for Option<T> {
    fn param(&self) -> Param<'_> {
        self.as_ref().map_or(Param::Null, ToParam::param)
    }
}

/// A value of a row.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ValueRef<'a> {
    /// Nothing.
    Null,
    /// A number, or a yes or no.
    Integer(i64),
    /// A number with a point.
    Real(f64),
    /// A text.
    Text(&'a str),
    /// Bytes.
    Blob(&'a [u8]),
}

/// What can be read of a row.
pub trait FromValue: Sized {
    /// The value; None where it is of another kind.
    fn read(value: ValueRef<'_>) -> Option<Self>;
}

impl FromValue for bool {
    fn read(value: ValueRef<'_>) -> Option<Self> {
        i64::read(value).map(|number| number != 0)
    }
}

impl FromValue for f64 {
    fn read(value: ValueRef<'_>) -> Option<Self> {
        match value {
            ValueRef::Real(number) => Some(number),
            #[expect(clippy::cast_precision_loss, reason = "a whole number that was a real one")]
            ValueRef::Integer(number) => Some(number as Self),
            _ => None,
        }
    }
}

impl FromValue for String {
    fn read(value: ValueRef<'_>) -> Option<Self> {
        match value {
            ValueRef::Text(text) => Some(text.to_owned()),
            _ => None,
        }
    }
}

impl FromValue for Vec<u8> {
    fn read(value: ValueRef<'_>) -> Option<Self> {
        match value {
            ValueRef::Blob(bytes) => Some(bytes.to_owned()),
            _ => None,
        }
    }
}

impl FromValue for [u8; 32] {
    fn read(value: ValueRef<'_>) -> Option<Self> {
        match value {
            ValueRef::Blob(bytes) => bytes.try_into().ok(),
            _ => None,
        }
    }
}

impl<T: FromValue> FromValue for Option<T> {
    fn read(value: ValueRef<'_>) -> Option<Self> {
        match value {
            ValueRef::Null => Some(None),
            value => T::read(value).map(Some),
        }
    }
}
