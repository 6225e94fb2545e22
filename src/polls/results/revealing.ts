/** With two voters, each can work out the other's vote. */
const FEW_VOTERS = 3

/** Whether the result of an anonymous poll with so many voters reveals how they voted. */
export function isRevealing(voters: number): boolean {
  return voters < FEW_VOTERS
}
