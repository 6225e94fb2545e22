/** Votes as a decimal number: 1234500 with five decimals is "12.34500". */
export function decimal(votes: bigint, decimals: number): string {
  if (decimals === 0) return `${votes}`
  const digits = `${votes < 0n ? -votes : votes}`.padStart(decimals + 1, '0')
  const sign = votes < 0n ? '-' : ''
  return `${sign}${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`
}

const READ = 2

/**
 * Votes to read: rounded to two decimals, without trailing zeros. What is just below the quota is cut
 * instead: it must not look like the quota.
 */
export function readableVotes(
  votes: bigint,
  { decimals, quota }: { decimals: number; quota: bigint | null },
): string {
  const beyond = Math.max(0, decimals - READ)
  const unit = 10n ** BigInt(beyond)
  const up = ((votes + unit / 2n) / unit) * unit
  const shown = quota !== null && votes < quota && up >= quota ? (votes / unit) * unit : up
  const text = decimal(shown / unit, decimals - beyond)
  return text.includes('.') ? text.replace(/\.?(?<!0)0+$/, '') : text
}
