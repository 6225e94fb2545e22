/** Whether a group with this many admins would have none without this member. */
export function isOnlyAdmin({ admin }: { admin: boolean }, admins: number): boolean {
  return admin && admins === 1
}
