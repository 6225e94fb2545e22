/** Votes as a decimal number: 1234500 with five decimals is "12.34500". */
export function decimal(votes: bigint, decimals: number): string {
  if (decimals === 0) return `${votes}`
  const digits = `${votes < 0n ? -votes : votes}`.padStart(decimals + 1, '0')
  const sign = votes < 0n ? '-' : ''
  return `${sign}${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`
}
