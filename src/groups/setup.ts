/** The address of the page that makes the first group. */
export function setupAddress(public_url: string, token: string): string {
  return `${public_url}/setup?k=${token}`
}
