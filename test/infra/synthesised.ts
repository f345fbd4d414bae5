import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Bundles } from '../../infra/constructs/bundle.ts'
import { type Entry, entries } from '../../infra/constructs/entries.ts'
import { stacks } from '../../infra/stacks/names.ts'
import type { StageSettings } from '../../infra/stage-settings.ts'
import { stages } from '../../infra/stages.ts'
import { madeOnce } from '../support/made-once.ts'
import { isAll } from '../support/tier.ts'
import { withReaders } from '../support/with-readers.ts'

export interface Resource<Properties> {
  readonly id: string
  readonly stack: string
  readonly Type: string
  readonly DeletionPolicy?: string
  readonly UpdateReplacePolicy?: string
  readonly DependsOn?: readonly string[]
  readonly Properties: Properties
}

interface Template {
  readonly Resources: Record<string, Omit<Resource<unknown>, 'id' | 'stack'>>
  readonly Parameters?: object
  readonly Outputs?: Record<string, { readonly Value: unknown; readonly Export?: unknown }>
}

/** What the manifest says of a stack. */
interface Artifact {
  readonly environment?: string
  readonly dependencies?: readonly string[]
  readonly properties?: { readonly terminationProtection?: boolean }
}

/** A stage's templates as one list of resources. */
export interface Synthesised {
  readonly settings: StageSettings
  readonly folder: string
  readonly stackNames: readonly string[]
  readonly artifacts: Readonly<Record<string, Artifact>>
  readonly outputs: NonNullable<Template['Outputs']>
  readonly all: readonly Resource<Record<string, unknown>>[]
  /** @throws where there are none, so that no loop over them passes by being empty */
  of<Properties>(type: string): readonly Resource<Properties>[]
  mayHave<Properties>(type: string): readonly Resource<Properties>[]
}

const scratch = mkdtempSync(join(tmpdir(), 'infra-test-'))
process.on('exit', () => rmSync(scratch, { recursive: true, force: true }))

/** No code: what the templates say does not depend on what functions do, but for the hash of those that are changed. */
export const emptyBundles = (changed: readonly Entry[] = []): Bundles =>
  new Map(
    entries.map(entry => {
      const isChanged = changed.includes(entry)
      const folder = scratchFolder(`${isChanged ? 'changed' : 'empty'}/${entry.replaceAll('/', '-')}`)
      mkdirSync(folder, { recursive: true })
      writeFileSync(join(folder, 'index.cjs'), `${entry}${isChanged ? ' changed' : ''}`)
      return [entry, folder]
    }),
  )

export const scratchFolder = (name: string): string => join(scratch, name)

/** In CI what is deployed is held against CloudFormation's schemas as well: `test/infra/app.test.ts` does so with local. */
const isChecked = (settings: StageSettings, changed: readonly Entry[]): boolean =>
  isAll && changed.length === 0 && deployed.includes(settings)
const deployed: readonly StageSettings[] = [stages.dev, stages.staging, stages.prod]

const assemble = (settings: StageSettings, changed: readonly Entry[]): Promise<string> =>
  madeOnce({ settings, changed }, async folder => {
    // Loaded where a stage is synthesised indeed: CDK takes a second.
    const { synthesise } = await import('../../infra/synthesise.ts')
    synthesise(withReaders(settings), folder, {
      bundles: emptyBundles(changed),
      isChecked: isChecked(settings, changed),
    })
  })

const read = (settings: StageSettings, folder: string): Synthesised => {
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
    artifacts: JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')).artifacts,
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

const known = new Map<string, Promise<Synthesised>>()

/** A stage with empty functions, synthesised once a run. @param changed the functions that have other code */
export const synthesised = (
  settings: StageSettings,
  changed: readonly Entry[] = [],
): Promise<Synthesised> => {
  const key = JSON.stringify([settings, changed])
  const found = known.get(key) ?? assemble(settings, changed).then(folder => read(settings, folder))
  known.set(key, found)
  return found
}

/** Sends letters, from an identity that it makes. */
export const sending: StageSettings = {
  ...stages.prod,
  name: 'sending',
  messages: {
    ...stages.prod.messages,
    mail: { sender: 'no-reply@v.example', identity: 'v.example', isMade: true },
    smsOrigin: 'pool/pool-1',
    inTestMode: false,
  },
}

/** Every stage, synthesised. */
export const everyStage = (): Promise<readonly Synthesised[]> =>
  Promise.all(Object.values(stages).map(stage => synthesised(stage)))

export const templateOf = (folder: string, stack: string): Template =>
  JSON.parse(readFileSync(join(folder, `${stack}.template.json`), 'utf8'))

/** The logical id that a `Ref` or `Fn::GetAtt` points to. */
export const targetOf = (value: unknown): string | undefined => {
  const reference = value as { Ref?: string; 'Fn::GetAtt'?: [string, string] } | undefined
  return reference?.Ref ?? reference?.['Fn::GetAtt']?.[0]
}
