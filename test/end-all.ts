import { afterAll, afterEach, beforeEach } from 'vitest'
import { beginTest, endFile, endTest } from './at-end.ts'

beforeEach(beginTest)
afterEach(endTest)
afterAll(endFile)
