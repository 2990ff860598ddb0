//! Rows of queries.

use rusqlite::types::ValueRef as Raw;

use super::value::{FromValue, ValueRef};
use crate::store::StoreError;

/// A row of a query.
pub enum Row<'a> {
    /// Of a file.
    Sqlite(&'a rusqlite::Row<'a>),
    /// Of a server.
    #[cfg(feature = "cluster")]
    Postgres(&'a postgres::Row),
}

impl Row<'_> {
    /// The value of a column, the first of which is 0.
    ///
    /// # Errors
    /// Where it is of another kind.
    pub fn get<T: FromValue>(&self, column: usize) -> Result<T, StoreError> {
        let value = match self {
            Self::Sqlite(row) => row.get_ref(column).map_err(|error| fault(&error)).and_then(of)?,
            #[cfg(feature = "cluster")]
            Self::Postgres(row) => {
                row.try_get::<_, of_server::Any<'_>>(column).map_err(|error| fault(&error))?.0
            }
        };
        T::read(value).ok_or_else(|| {
            StoreError::Database(format!("the value of column {column} is of another kind"))
        })
    }
}

fn fault(error: &impl ToString) -> StoreError {
    StoreError::Database(error.to_string())
}

fn of(raw: Raw<'_>) -> Result<ValueRef<'_>, StoreError> {
    Ok(match raw {
        Raw::Null => ValueRef::Null,
        Raw::Integer(number) => ValueRef::Integer(number),
        Raw::Real(number) => ValueRef::Real(number),
        Raw::Text(bytes) => {
            ValueRef::Text(std::str::from_utf8(bytes).map_err(|error| fault(&error))?)
        }
        Raw::Blob(bytes) => ValueRef::Blob(bytes),
    })
}

#[cfg(feature = "cluster")]
mod of_server {
    use postgres::types::{FromSql, Type};

    use crate::database::value::ValueRef;

    /// A value of any kind that this program keeps.
    pub struct Any<'a>(pub ValueRef<'a>);

    impl<'a> FromSql<'a> for Any<'a> {
        fn from_sql(
            kind: &Type,
            raw: &'a [u8],
        ) -> Result<Self, Box<dyn std::error::Error + Sync + Send>> {
            Ok(Self(match *kind {
                Type::BOOL => ValueRef::Integer(bool::from_sql(kind, raw)?.into()),
                Type::INT4 => ValueRef::Integer(i32::from_sql(kind, raw)?.into()),
                Type::INT8 => ValueRef::Integer(i64::from_sql(kind, raw)?),
                Type::FLOAT8 => ValueRef::Real(f64::from_sql(kind, raw)?),
                Type::BYTEA => ValueRef::Blob(<&[u8]>::from_sql(kind, raw)?),
                _ => ValueRef::Text(<&str>::from_sql(kind, raw)?),
            }))
        }

        fn from_sql_null(_: &Type) -> Result<Self, Box<dyn std::error::Error + Sync + Send>> {
            Ok(Self(ValueRef::Null))
        }

        fn accepts(kind: &Type) -> bool {
            matches!(*kind, Type::BOOL | Type::INT4 | Type::INT8 | Type::FLOAT8 | Type::BYTEA)
                || <&str as FromSql<'a>>::accepts(kind)
        }
    }
}
