import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import pg from 'pg'

/**
 * The floor of the stack: plain node:http and pg, one select or one insert by key, nothing else. A separate
 * process beside the service, on its database; prints its port. The arguments are host, port, user and
 * database.
 */

const ROWS = 1_000
const POOL = 10
const BODY = 'Which of these shall we do first? '.repeat(10)

const [host = '', port = '', user = '', database = ''] = process.argv.slice(2)
const pool = new pg.Pool({ host, port: Number(port), user, database, ssl: false, max: POOL })
// The service stopped its database: there is nothing left to measure.
pool.on('error', () => process.exit(1))

await pool.query('create table if not exists bench_floor (id bigserial primary key, key text, body text)')
await pool.query(
  'insert into bench_floor (key, body) select n::text, $1 from generate_series(1, $2::int) n',
  [BODY, ROWS],
)
await pool.query('analyze bench_floor')

const SELECT = { name: 'floor_select', text: 'select id, key, body from bench_floor where id = $1' }
const INSERT = {
  name: 'floor_insert',
  text: 'insert into bench_floor (key, body) values ($1, $2) returning id',
}

let asked = 0

const server = createServer(async (request, response) => {
  asked += 1
  const { rows } =
    request.url === '/insert'
      ? await pool.query({ ...INSERT, values: [String(asked), BODY] })
      : await pool.query({ ...SELECT, values: [1 + (asked % ROWS)] })
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(rows[0]))
})
server.listen(0, '127.0.0.1', () => console.log((server.address() as AddressInfo).port))
