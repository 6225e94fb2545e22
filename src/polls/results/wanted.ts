import type { Poll } from '../poll.ts'
import { pollType } from '../types/index.ts'

/** How many people the poll wants to give its first answer. Null: any number will do. */
export function peopleWanted({ poll_type, agree_target }: Poll): number | null {
  return pollType(poll_type).wants_people ? agree_target : null
}
