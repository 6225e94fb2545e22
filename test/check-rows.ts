import { watchStatements } from '../src/db/sql.ts'
import { faultsOf } from './row-schema.ts'

// Every row that any statement returns while tests run must be as it is described: else the test that met it
// fails. What a statement is not given would be null without a word.
watchStatements({
  asked({ name, params }, given) {
    const missing = params.filter((param) => !(param in given))
    if (missing.length > 0) throw new Error(`${name} is not given :${missing.join(', :')}`)
  },
  answered(statement, rows) {
    const faults = faultsOf(statement, rows)
    if (faults.length > 0)
      throw new Error(`${statement.name} returned another row than described: ${faults.join('; ')}`)
  },
})
