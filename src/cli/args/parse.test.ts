import { describe, expect, test } from 'vitest'
import { allGiven, given, UsageFault } from './command.ts'
import { COMMANDS } from './commands.ts'
import { readCommandLine } from './parse.ts'

const read = (line: string) =>
  readCommandLine(
    line.split(' ').filter((word) => word !== ''),
    COMMANDS,
    {},
  )

function textOf(line: string): string {
  const asked = read(line)
  if (asked.kind === 'run') throw new Error(`${line} would run`)
  return asked.text
}

function callOf(line: string) {
  const asked = read(line)
  if (asked.kind === 'text') throw new Error(`${line} would print`)
  return asked.call
}

function faultOf(line: string): string {
  try {
    read(line)
  } catch (error) {
    if (error instanceof UsageFault) return error.message
    throw error
  }
  return ''
}

describe('help', () => {
  test.each(['', 'help', '--help', '-h'])('"%s" prints the help of the program', (line) => {
    for (const { name } of COMMANDS) expect(textOf(line)).toContain(`  ${name} `)
  })

  test.each(COMMANDS.map(({ name }) => name))('%s has its own, with every option and an example', (name) => {
    const help = textOf(`${name} --help`)
    const command = COMMANDS.find((one) => one.name === name)!
    for (const option of Object.keys(command.options)) expect(help).toContain(`\n  --${option} `)
    expect(help).toMatch(new RegExp(`Example:\n  npx folkmoot ${name}`))
    expect(textOf(`help ${name}`)).toBe(help)
    expect(Math.max(...help.split('\n').map((line) => line.length))).toBeLessThan(160)
  })

  test.each(['group', 'group --help', 'help group'])('"%s" lists the commands for groups', (line) => {
    expect(textOf(line)).toMatch(/group create .*\n {2}group edit .*\n {2}group list /)
  })

  test('every example in the help is a valid command line', () => {
    for (const { example } of COMMANDS) {
      const words = [...example.matchAll(/"([^"]*)"|(\S+)/g)].map(
        ([, quoted, plain]) => quoted ?? plain ?? '',
      )
      expect(readCommandLine(words, COMMANDS, {}).kind).toBe('run')
    }
  })

  test('the version is the one of the package', () => {
    expect(textOf('--version')).toMatch(/^\d+\.\d+\.\d+/)
  })
})

describe('input', () => {
  test('values, switches and operands are parsed separately', () => {
    const call = callOf('key rotate 3 --overlap=2 --json')
    expect(call.operands).toEqual(['3'])
    expect(callOf('api GET polls status=open per=5').operands).toEqual([
      'GET',
      'polls',
      'status=open',
      'per=5',
    ])
    expect(given(call, 'overlap')).toBe('2')
    expect(call.switches.has('json')).toBe(true)
    expect(given(call, 'nothing')).toBeNull()
  })

  test('a repeatable option collects its values', () => {
    expect(allGiven(callOf('member restore --group g --email a@b --email=c@d'), 'email')).toEqual([
      'a@b',
      'c@d',
    ])
  })

  test('a value after an equals sign may begin with a hyphen', () => {
    expect(given(callOf('key create --group g --name=-x'), 'name')).toBe('-x')
  })
})

describe('faults', () => {
  test.each([
    ['grup list', 'Unknown command "grup list"; did you mean group list? See npx folkmoot --help.'],
    ['sevre', 'Unknown command "sevre"; did you mean serve? See npx folkmoot --help.'],
    ['keys', 'Unknown command "keys"; did you mean key? See npx folkmoot --help.'],
    ['group lsit', 'Unknown command "group lsit"; did you mean group list? See npx folkmoot group --help.'],
    ['group frob', 'Unknown command "group frob". See npx folkmoot group --help.'],
    ['quite-another', 'Unknown command "quite-another". See npx folkmoot --help.'],
    ['--json group list', 'Options go after the command: see npx folkmoot --help.'],
    ['group list --jsn', 'Unknown option --jsn (did you mean --json?). See npx folkmoot group list --help.'],
    [
      'serve --port 3',
      'Unknown option --port (set the environment variable PORT instead). See npx folkmoot serve --help.',
    ],
    ['group list --__proto__', 'Unknown option --__proto__. See npx folkmoot group list --help.'],
    ['group list --json=yes', '--json takes no value. See npx folkmoot group list --help.'],
    [
      'group list now',
      'Unexpected argument "now" (put quotes around a value with spaces). See npx folkmoot group list --help.',
    ],
    [
      'sign-in-link ada@mill.example',
      '--email is missing; unexpected argument "ada@mill.example". See npx folkmoot sign-in-link --help.',
    ],
    ['key revoke', 'ID is missing. See npx folkmoot key revoke --help.'],
    ['api', 'METHOD is missing; PATH is missing. See npx folkmoot api --help.'],
    ['api GET', 'PATH is missing. See npx folkmoot api --help.'],
  ])('%s', (line, fault) => {
    expect(faultOf(line)).toBe(fault)
  })

  test('all of them are reported, and a misspelt option is not also reported as missing', () => {
    expect(faultOf('group create --nam Mill --handle --json --handle x --handle y')).toBe(
      'Unknown option --nam (did you mean --name?); --handle needs a value (--handle=HANDLE if it begins with a hyphen); --handle was given twice; --admin-email is missing. See npx folkmoot group create --help.',
    )
  })
})
