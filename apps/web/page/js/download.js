// A text or a picture as a file for the person to keep.

/** @param {string} name @param {BlobPart} text @param {string} type */
export function download(name, text, type) {
  const address = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
