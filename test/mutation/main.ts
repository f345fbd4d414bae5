/*
 * Plants faults in the rules that money and truth hang on, one at a time, and counts those that the rooms' tests notice:
 * `npm run mutate` for all rooms, `npm run mutate -- charges masks` for some; `--record` keeps their scores for the table.
 */
import { spawnSync } from 'node:child_process'
import { cpSync, globSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type Fault, isExplained } from './explained.ts'
import { type RoomName, roomNames, rooms } from './rooms.ts'
import { recordScore, shareOf } from './scores.ts'

const root = join(import.meta.dirname, '../..')
const stryker = join(root, 'node_modules/@stryker-mutator/core/bin/stryker.js')

interface Place {
  readonly line: number
  readonly column: number
}

interface Mutant {
  readonly status: string
  readonly replacement?: string
  readonly location: { readonly start: Place; readonly end: Place }
}

interface Report {
  readonly files: Readonly<Record<string, { readonly source: string; readonly mutants: readonly Mutant[] }>>
}

const rulesOf = (room: RoomName): string[] => rooms[room].rules.map(rule => `shared/${rule}`)

const optionsOf = (room: RoomName) => ({
  plugins: ['@stryker-mutator/vitest-runner'],
  testRunner: 'vitest',
  vitest: { configFile: 'test/mutation/vitest.config.ts', related: false },
  mutate: rulesOf(room),
  coverageAnalysis: 'perTest',
  concurrency: 1,
  inPlace: true,
  // Given one, Stryker asks for the compiler's API.
  tsconfigFile: 'none.json',
  reporters: ['json'],
  jsonReporter: { fileName: 'mutation.json' },
})

/** A copy to plant in. Stryker leaves constants alone, but tables of rules are constants: here they are not. */
const copyProject = (room: RoomName): string => {
  const copy = mkdtempSync(join(tmpdir(), 'mutation-'))
  for (const part of ['shared', 'test', 'infra', 'functions', 'package.json', 'tsconfig.json', 'README.md'])
    cpSync(join(root, part), join(copy, part), { recursive: true })
  writeFileSync(join(copy, 'stryker.config.json'), JSON.stringify(optionsOf(room)))
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))
  for (const rule of globSync(rulesOf(room), { cwd: copy })) {
    const text = readFileSync(join(copy, rule), 'utf8')
    writeFileSync(join(copy, rule), text.replaceAll(' as const', ''))
  }
  return copy
}

const reportOf = (room: RoomName): Report => {
  const cwd = copyProject(room)
  try {
    const command = [stryker, 'run']
    const env = { ...process.env, ROOM: room }
    const { status, stdout } = spawnSync(process.execPath, command, { cwd, env, encoding: 'utf8' })
    if (status !== 0) throw new Error(`${room}: ${stdout}`)
    return JSON.parse(readFileSync(join(cwd, 'mutation.json'), 'utf8'))
  } finally {
    rmSync(cwd, { recursive: true })
  }
}

const noticed = new Set(['Killed', 'Timeout'])
const missed = new Set(['Survived', 'NoCoverage'])

/** The first line of what a fault replaced. */
const originalOf = (source: string, { location: { start, end } }: Mutant): string => {
  const line = source.split('\n')[start.line - 1] ?? ''
  return line.slice(start.column - 1, start.line === end.line ? end.column - 1 : undefined)
}

const measure = (room: RoomName): { killed: number; survivors: readonly Fault[] } => {
  const files = Object.entries(reportOf(room).files)
  const killed = files.flatMap(([, { mutants }]) => mutants.filter(({ status }) => noticed.has(status)))
  const survivors = files.flatMap(([file, { source, mutants }]) =>
    mutants
      .filter(({ status }) => missed.has(status))
      .map(one => ({
        file,
        line: one.location.start.line,
        original: originalOf(source, one),
        replacement: one.replacement ?? '',
      })),
  )
  return { killed: killed.length, survivors }
}

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { record: { type: 'boolean' } },
})
const asked = positionals.length > 0 ? roomNames.filter(name => positionals.includes(name)) : roomNames
for (const room of asked) {
  const { killed, survivors } = measure(room)
  for (const one of survivors.filter(one => !isExplained(one)))
    console.log(`  ${one.file}:${one.line} ${one.original}  =>  ${one.replacement.replaceAll('\n', ' ')}`)
  const planted = killed + survivors.length
  const score = { planted, killed, explained: survivors.filter(isExplained).length }
  if (values.record) recordScore(room, score)
  console.log(`${room}: ${killed} of ${planted} killed, ${score.explained} explained, ${shareOf(score)} %`)
}
