import { jsonReader, nullableReader } from '../db/json-rows.ts'
import { PRESENTED_KEY_ROW } from './api-key.ts'

/** Reads the key from JSON, or null. */
export const keyFacts = nullableReader(jsonReader(PRESENTED_KEY_ROW))
