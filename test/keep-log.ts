import { inject } from 'vitest'
import { logStream } from '../src/http/log-stream.ts'
import { keepLog } from './kept-logs.ts'

// Servers inside the tests write their logs to the folder that is checked at the end of the run.
logStream.write = (line) => keepLog(inject('logs'), process.pid, line)
