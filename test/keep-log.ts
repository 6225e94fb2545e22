import { inject } from 'vitest'
import { logStream } from '../src/http/log-stream.ts'
import { keepLog } from './kept-logs.ts'

// The log of servers that run inside the tests goes to where all logs of the run are read at its end.
logStream.write = (line) => keepLog(inject('logs'), process.pid, line)
