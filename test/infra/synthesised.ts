import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { entries } from '../../infra/entries.ts'
import { type Stage, stages } from '../../infra/stages.ts'
import { synthesise } from '../../infra/synthesise.ts'

export interface Resource<Properties> {
  readonly id: string
  readonly stack: string
  readonly Type: string
  readonly DeletionPolicy?: string
  readonly UpdateReplacePolicy?: string
  readonly Properties: Properties
}

interface Template {
  readonly Resources: Record<string, Omit<Resource<unknown>, 'id' | 'stack'>>
  readonly Outputs?: Record<string, { readonly Value: unknown; readonly Export?: unknown }>
}

/** A stage's templates as one list of resources. */
export interface Synthesised {
  readonly settings: Stage
  readonly folder: string
  readonly stackNames: readonly string[]
  readonly outputs: NonNullable<Template['Outputs']>
  readonly all: readonly Resource<Record<string, unknown>>[]
  /** @throws where there are none, so that no loop over them passes by being empty */
  of<Properties>(type: string): readonly Resource<Properties>[]
  mayHave<Properties>(type: string): readonly Resource<Properties>[]
}

/** In the order in which they are deployed. */
export const stacks = [
  'stateful',
  'platform',
  'verification',
  'operations',
  'identity',
  'link',
  'webhook',
  'outbox',
  'trust',
  'docs',
  'pages',
  'monitoring',
] as const

const scratch = mkdtempSync(join(tmpdir(), 'infra-test-'))
process.on('exit', () => rmSync(scratch, { recursive: true, force: true }))

/** A folder with an empty function for every entry: what the templates say does not depend on what functions do. */
export const emptyFunctions = (name = 'functions'): string => {
  const folder = join(scratch, name)
  for (const entry of entries) {
    const file = join(folder, `${entry}.ts`)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, `export const handler = async () => '${entry}'\n`)
  }
  return folder
}

export const scratchFolder = (name: string): string => join(scratch, name)

/** Synthesises a stage with empty functions. */
export const synthesised = (settings: Stage): Synthesised => {
  const options = { functionsFolder: emptyFunctions() }
  const folder = synthesise(settings, scratchFolder(`out-${settings.name}`), options)
  const stackNames = stacks.map(stack => `${settings.prefix}-${stack}`)
  const templates = stackNames.map(stack => ({ stack, ...templateOf(folder, stack) }))
  const all = templates.flatMap(({ stack, Resources }) =>
    Object.entries(Resources).map(
      ([id, resource]) => ({ ...resource, id, stack }) as Resource<Record<string, unknown>>,
    ),
  )
  const mayHave = <Properties>(type: string) =>
    all.filter(({ Type }) => Type === type) as Resource<Properties>[]
  return {
    settings,
    folder,
    stackNames,
    outputs: Object.assign({}, ...templates.map(({ Outputs }) => Outputs)),
    all,
    of: type => {
      const found = mayHave(type)
      if (found.length === 0) throw new Error(`${settings.name} has no ${type}`)
      return found as never
    },
    mayHave,
  }
}

/** Every stage, synthesised. */
export const everyStage = (): readonly Synthesised[] => Object.values(stages).map(synthesised)

const templateOf = (folder: string, stack: string): Template =>
  JSON.parse(readFileSync(join(folder, `${stack}.template.json`), 'utf8'))

/** The logical id that a `Ref` or `Fn::GetAtt` points to. */
export const targetOf = (value: unknown): string | undefined => {
  const reference = value as { Ref?: string; 'Fn::GetAtt'?: [string, string] } | undefined
  return reference?.Ref ?? reference?.['Fn::GetAtt']?.[0]
}
