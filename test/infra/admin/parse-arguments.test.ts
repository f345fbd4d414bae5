import { describe, expect, it } from 'vitest'
import { Command } from '../../../functions/admin/command.ts'
import { optionsOf, optionTexts } from '../../../infra/admin/admin-command.ts'
import { adminCommands } from '../../../infra/admin/admin-commands.ts'
import { exampleOf } from '../../../infra/admin/help.ts'
import { parseOptions, splitArguments } from '../../../infra/admin/parse-arguments.ts'
import { version } from '../../../infra/version.ts'
import { scopes } from '../../../shared/scopes.ts'
import { run } from './run.ts'

const longest = (text: string): number => Math.max(...text.split('\n').map(line => line.length))

describe('the list of commands', () => {
  it.each(adminCommands.map(command => [command.name, command] as const))(
    'has an example of %s that is understood',
    (_words, command) => {
      const { given } = parseOptions(command, splitArguments(exampleOf(command).split(' ')))
      if (typeof command.run !== 'string') return
      expect(Command.safeParse({ command: command.run, ...given }).error).toBeUndefined()
    },
  )

  it('has one for each command of the function, and an option for each of its fields', () => {
    const commands = Command.def.options.map(({ shape }) => shape)
    const named = commands.map(({ command }) => command.def.values[0])
    const done = adminCommands.flatMap(({ run, invokes }) =>
      typeof run === 'string' ? run : (invokes ?? []),
    )
    // A deployment says it, and no operator.
    expect([...done, 'recordDeployment'].toSorted()).toEqual([...named].sort())
    const given = (name: string) =>
      adminCommands
        .filter(({ run }) => run === name)
        .flatMap(command => optionsOf(command).map(({ field }) => field.split('.')[0]!))
    const own = ['command', 'dryRun']
    // Only the local seed may choose them.
    const seeded = ['id', 'secret']
    // What is asked page by page has its fields from whoever turns the pages.
    const paged = [...adminCommands.flatMap(({ invokes }) => invokes ?? []), 'recordDeployment']
    for (const shape of commands.filter(({ command }) => !paged.includes(command.def.values[0]!))) {
      const isGathered = adminCommands.some(one => one.pagedList && one.run === shape.command.def.values[0])
      const others = [...own, ...seeded, ...(isGathered ? ['after'] : [])]
      const fields = Object.keys(shape).filter(field => !others.includes(field))
      expect([...new Set(given(shape.command.def.values[0]!))].sort()).toEqual(fields.sort())
    }
  })

  it('has an example of each option that a command needs', () => {
    const needed = adminCommands.flatMap(optionsOf).filter(({ isRequired }) => isRequired)
    expect(needed.filter(({ example }) => example === '')).toEqual([])
  })

  it('says each option of a command, and no other', () => {
    const said = new Set(adminCommands.flatMap(optionsOf).map(({ name }) => name))
    expect(Object.keys(optionTexts).filter(name => !said.has(name as keyof typeof optionTexts))).toEqual([])
  })

  it('says what would go wherever the function can say it', () => {
    const canSay = Command.def.options.flatMap(({ shape }) =>
      'dryRun' in shape ? [shape.command.def.values[0]] : [],
    )
    const dry = adminCommands.filter(
      ({ isDryRunByDefault, run }) => isDryRunByDefault && typeof run === 'string',
    )
    expect(dry.map(({ run }) => run).toSorted()).toEqual([...canSay].sort())
  })
})

describe('help', () => {
  it('lists every command, what all of them take, and the exit codes', async () => {
    const { code, out, err } = await run('--help')
    expect([code, err]).toEqual([0, ''])
    await expect(out).toMatchFileSnapshot('help.txt')
    expect(await run('')).toEqual({ code, out, err })
  })

  it('explains one with an example', async () => {
    const { code, out } = await run('erase --help')
    expect(code).toBe(0)
    await expect(out).toMatchFileSnapshot('help-erase.txt')
  })

  it.each(adminCommands.map(({ name }) => [name]))('of %s fits a terminal', async words => {
    const { code, out } = await run(`${words} --help`)
    expect(code).toBe(0)
    expect(out).toContain(`  npm run admin -- ${words}`)
    expect(longest(out)).toBeLessThanOrEqual(100)
  })

  it('of a noun is about that noun', async () => {
    const { code, out } = await run('people')
    expect(code).toBe(0)
    expect(out.match(/^ {2}\w+ [\w-]+(?= )/gm)).toEqual(
      adminCommands.flatMap(({ name }) => (name.startsWith('people ') ? [`  ${name}`] : [])),
    )
  })
})

it('says which release it is of', async () => {
  expect(await run('--version')).toEqual({ code: 0, out: `${version}\n`, err: '' })
  const { code, err } = await run('find --version --port 1')
  expect([code, err]).toEqual([2, expect.stringContaining('--version: find knows no such option')])
})

describe('what is not understood', () => {
  it('is named, all of it at once, and ends with 2', async () => {
    const wrong =
      'clients create more --organisation one --scopes addresses,everything --foo 1 --yes --json=no'
    expect(await run(wrong)).toEqual({
      code: 2,
      out: '',
      err: [
        'more: it says nothing here',
        '--foo: clients create knows no such option',
        '--yes: clients create knows no such option',
        '--json: it takes no value',
        '--organisation: expected an id: a whole number',
        '--mode: it is needed',
        `--scopes: expected any of ${scopes.join(', ')}, not everything`,
        '',
      ].join('\n'),
    })
  })

  it.each([
    ['fly away', /^fly away: there is no such command; npm run admin -- --help lists what is\n$/],
    ['people fly', /^people fly: there is no such command; people list, people add, people disable,/],
    ['organisations list --stage moon', /^--stage: expected one of dev, staging, prod\n$/],
    ['organisations list --stage local', /^--stage: expected one of dev, staging, prod\n$/],
    ['organisations list --port here', /^--port: expected a port\n$/],
    ['organisations create --name', /^--name: expected a value\n$/],
    ['organisations create --name --json', /^--name: expected a value, not --json\n$/],
    ['organisations create --name a --name b', /^--name: given more than once\n$/],
    [
      'teams set --team a --name A --areas Lagos/Surulre',
      /^--areas: there is no Lagos\/Surulre; did you mean Surulere\?\n$/,
    ],
    ['agents set --agent a --team a --capacity 0', /^--capacity: expected a whole number from 1 to 100\n$/],
    ['reconcile --organisation 1.5', /^--organisation: expected an id: a whole number\n$/],
    ['erase --organisation 1 --mode both', /^--mode: expected one of test, live\n$/],
    [
      'erase --organisation 1 --mode live --after {',
      /^--after: expected JSON, as an earlier answer had it\n$/,
    ],
    ['restore plan --to yesterday --stage prod', /^--to: expected a time in UTC, as 2026-11-22T01:30:00Z\n$/],
    ['restore plan --to 2026-11-22T01:30Z', /^--stage: it is needed; /],
  ])('%s', async (words, said) => {
    const { code, out, err } = await run(words)
    expect([code, out]).toEqual([2, ''])
    expect(err).toMatch(said)
  })
})
