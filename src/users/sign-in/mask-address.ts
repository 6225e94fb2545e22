/** "b•••@mill.example": its owner recognizes it, but others cannot write to it. */
export function maskAddress(address: string): string {
  const at = address.lastIndexOf('@')
  return `${address.slice(0, 1)}•••${address.slice(at)}`
}
