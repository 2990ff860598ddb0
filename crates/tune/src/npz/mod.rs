//! Networks and samples as files of NumPy (`.npz`), for people who train with other tools.
//!
//! Such a file is a ZIP archive with an array of numbers in each entry.

mod array;
mod network;
mod samples;
#[cfg(test)]
mod tests;

use std::io::{self, BufWriter, Cursor, Write};

use zip::write::{SimpleFileOptions, StreamWriter, ZipWriter};
use zip::{CompressionMethod, ZipArchive};

use array::{Header, Number};

pub use network::{Imported, read_network, write_network};
pub use samples::write_samples;

/// Why a file of NumPy cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum NpzError {
    /// It is no ZIP archive, or a damaged one.
    #[error("it is no file of NumPy (.npz), or a damaged one: {0}")]
    Archive(String),
    /// An array that is needed is not there.
    #[error("there is no array '{0}' in it")]
    Missing(&'static str),
    /// An array is damaged.
    #[error("the array '{name}' cannot be read: {fault}")]
    Array {
        /// Its name.
        name: &'static str,
        /// What is wrong.
        fault: String,
    },
    /// An array has numbers of a kind that is not taken.
    #[error("the array '{name}' has numbers of the type {found}: use {wanted}")]
    Type {
        /// Its name.
        name: &'static str,
        /// The type as NumPy writes it.
        found: String,
        /// What would be taken.
        wanted: &'static str,
    },
    /// An array has another shape than it should have.
    #[error("the array '{name}' has the shape {found:?}: {wanted}")]
    Shape {
        /// Its name.
        name: &'static str,
        /// Its shape.
        found: Vec<u64>,
        /// What would be taken.
        wanted: String,
    },
    /// A weight is no number.
    #[error("the array '{name}' has {weight} at place {place}: weights are finite numbers")]
    Weight {
        /// The name of the array.
        name: &'static str,
        /// The weight.
        weight: f64,
        /// Its place in the order of C, from 0.
        place: usize,
    },
    /// The header is not one of a network.
    #[error("the array 'header' is no JSON of a network's header: {0}")]
    Header(String),
}

/// The name of the entry that NumPy writes for an array.
fn entry(name: &str) -> String {
    format!("{name}.npy")
}

/// A file that is written array by array.
struct Writer<W: Write>(ZipWriter<StreamWriter<W>>);

impl<W: Write> Writer<W> {
    fn new(out: W) -> Self {
        Self(ZipWriter::new_stream(out))
    }

    /// An array of this shape, whose numbers `fill` gives in the order of C, one after the other.
    fn array<T: Number>(
        &mut self,
        name: &str,
        shape: &[usize],
        fill: impl FnOnce(&mut dyn FnMut(T) -> io::Result<()>) -> io::Result<()>,
    ) -> io::Result<()> {
        let options = SimpleFileOptions::default()
            .compression_method(CompressionMethod::Deflated)
            .large_file(true);
        self.0.start_file(entry(name), options)?;
        let shape = shape.iter().map(|&length| length as u64).collect();
        let mut out = BufWriter::new(&mut self.0);
        Header { kind: T::TYPE.to_owned(), fortran: false, shape }.write(&mut out)?;
        fill(&mut |number| number.write(&mut out))?;
        out.flush()
    }

    fn finish(self) -> io::Result<()> {
        self.0.finish()?.into_inner().flush()
    }
}

/// Adds numbers to an array, one after the other.
fn all<T>(
    numbers: impl IntoIterator<Item = T>,
) -> impl FnOnce(&mut dyn FnMut(T) -> io::Result<()>) -> io::Result<()> {
    move |push| numbers.into_iter().try_for_each(push)
}

/// A file whose arrays are read.
struct Reader<'b>(ZipArchive<Cursor<&'b [u8]>>);

impl<'b> Reader<'b> {
    fn new(bytes: &'b [u8]) -> Result<Self, NpzError> {
        let archive = ZipArchive::new(Cursor::new(bytes));
        archive.map(Self).map_err(|error| NpzError::Archive(error.to_string()))
    }

    /// Opens an array of at most `most` numbers: its header, how many numbers it has, and what to read them from.
    fn open(
        &mut self,
        name: &'static str,
        most: u64,
    ) -> Result<(Header, u64, impl io::BufRead), NpzError> {
        let fault = |fault: String| NpzError::Array { name, fault };
        let file = match self.0.by_name(&entry(name)) {
            Ok(file) => file,
            Err(zip::result::ZipError::FileNotFound) => return Err(NpzError::Missing(name)),
            Err(error) => return Err(fault(error.to_string())),
        };
        let mut file = io::BufReader::new(file);
        let header = Header::read(&mut file).map_err(fault)?;
        let mut lengths = header.shape.iter();
        let count = lengths.try_fold(1_u64, |count, &length| count.checked_mul(length));
        let Some(count) = count.filter(|&count| count <= most) else {
            let wanted = format!("it may have {most} numbers at most");
            return Err(NpzError::Shape { name, found: header.shape, wanted });
        };
        Ok((header, count, file))
    }

    /// The shape of an array of at most `most` numbers.
    fn shape(&mut self, name: &'static str, most: u64) -> Result<Vec<u64>, NpzError> {
        self.open(name, most).map(|(header, ..)| header.shape)
    }

    /// The shape of an array, and its numbers in the order of C. There must be at most `most` of them.
    fn array(&mut self, name: &'static str, most: u64) -> Result<(Vec<u64>, Vec<f64>), NpzError> {
        let (Header { kind, fortran, shape }, count, mut file) = self.open(name, most)?;
        let wanted = "float32 or float64 (the header: uint8)";
        let numbers = array::numbers(&mut file, &kind, count)
            .ok_or(NpzError::Type { name, found: kind, wanted })?
            .map_err(|fault| NpzError::Array { name, fault })?;
        let numbers = if fortran { in_order_of_c(&shape, &numbers) } else { numbers };
        Ok((shape, numbers))
    }

    /// An array that must have this shape.
    fn shaped(&mut self, name: &'static str, wanted: &[usize]) -> Result<Vec<f64>, NpzError> {
        let count = wanted.iter().product::<usize>() as u64;
        let (found, numbers) = self.array(name, count)?;
        if found.iter().copied().ne(wanted.iter().map(|&length| length as u64)) {
            let wanted = format!("it should be {wanted:?}");
            return Err(NpzError::Shape { name, found, wanted });
        }
        match numbers.iter().position(|number| !number.is_finite()) {
            Some(place) => Err(NpzError::Weight { name, weight: numbers[place], place }),
            None => Ok(numbers),
        }
    }
}

/// Numbers in the order of C that stand in the order of Fortran: the first place changes first.
fn in_order_of_c(shape: &[u64], numbers: &[f64]) -> Vec<f64> {
    let mut turned = Vec::with_capacity(numbers.len());
    for at in 0..numbers.len() {
        // The places of an array from the last to the first, which in the file goes first.
        let (mut rest, mut place, mut step) = (at, 0, numbers.len());
        for &length in shape.iter().rev() {
            step /= length as usize;
            place += rest % length as usize * step;
            rest /= length as usize;
        }
        turned.push(numbers[place]);
    }
    turned
}
