/** "1 vote", "3 votes". */
export function count(number: number, thing: string, things = `${thing}s`): string {
  return `${number} ${number === 1 ? thing : things}`
}

/** "1 has voted", "3 have voted": the verb for this number of people. */
export function have(people: number): string {
  return people === 1 ? 'has' : 'have'
}
