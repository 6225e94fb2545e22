/** The address of the page that creates the first group. */
export function setupAddress(public_url: string, token: string): string {
  return `${public_url}/setup?k=${token}`
}
