import { jsonReader, nullableReader } from '../db/json-rows.ts'
import { PRESENTED_KEY_ROW } from './api-key.ts'

/** The key from its JSON, or null. */
export const keyFacts = nullableReader(jsonReader(PRESENTED_KEY_ROW))
