import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import type { Bundles } from '../../infra/constructs/bundle.ts'
import { entries } from '../../infra/constructs/entries.ts'
import type { StageSettings } from '../../infra/stage-settings.ts'
import { stages } from '../../infra/stages.ts'
import { synthesise } from '../../infra/synthesise.ts'
import { withReaders } from '../support/with-readers.ts'
import type { DeployedStage } from './deployed-stage.ts'
import { lambdaApi, type Variables } from './lambda-api.ts'

interface Resource {
  readonly Type: string
  readonly Properties: {
    readonly FunctionName: string
    readonly Environment?: { readonly Variables: Readonly<Record<string, unknown>> }
  }
}

type Resources = Readonly<Record<string, Resource>>

/** Which version callers are led to follows from the variables. */
const following = ['AWS::Lambda::Alias', 'AWS::Lambda::Version']

/** No code: what functions do is in none of their settings. */
const emptyBundles = (folder: string): Bundles => {
  mkdirSync(folder)
  writeFileSync(join(folder, 'index.cjs'), '')
  return new Map(entries.map(entry => [entry, folder]))
}

const synthesised = (settings: StageSettings): Resources => {
  const assembly = mkdtempSync(join(tmpdir(), 'rehearsal-settings-'))
  try {
    synthesise(withReaders(settings), assembly, { bundles: emptyBundles(join(assembly, 'empty')) })
    const templates = readdirSync(assembly).filter(file => file.endsWith('.template.json'))
    return Object.fromEntries(
      templates.flatMap(file =>
        Object.entries(JSON.parse(readFileSync(join(assembly, file), 'utf8')).Resources as Resources)
          .filter(([, { Type }]) => !following.includes(Type))
          .map(([id, resource]) => [`${file} ${id}`, resource]),
      ),
    )
  } finally {
    rmSync(assembly, { recursive: true, force: true })
  }
}

const known = new Map<string, Resources>()

/** Most journeys want the settings of the one before. */
const resourcesOf = (settings: StageSettings): Resources => {
  const key = JSON.stringify(settings)
  const resources = known.get(key) ?? synthesised(settings)
  known.set(key, resources)
  return resources
}

const withoutVariables = (resource: Resource): object => ({
  ...resource,
  Properties: { ...resource.Properties, Environment: undefined },
})

/** Which variables of a function are others, and plain text. */
const changedVariables = (id: string, before: Resource, after: Resource): Variables => {
  if (!isDeepStrictEqual(withoutVariables(before), withoutVariables(after)))
    throw new Error(`${id} differs by more than variables: a deployed stage cannot be given these settings`)
  const [old, now] = [before, after].map(({ Properties }) => Properties.Environment?.Variables ?? {})
  const changed = Object.entries(now!).filter(([name, value]) => !isDeepStrictEqual(value, old![name]))
  for (const [name, value] of changed)
    if (typeof value !== 'string') throw new Error(`${id}: ${name} is known to CloudFormation alone`)
  return Object.fromEntries(changed) as Variables
}

/**
 * Gives a deployed stage other settings, as far as its functions learn them from their environment: the difference that
 * these settings make to the templates is written into the functions, and what earlier settings wrote is taken back.
 * @throws Error where they make another difference
 */
export const apply = async (stage: DeployedStage, settings: Partial<StageSettings>): Promise<void> => {
  const [before, after] = [
    resourcesOf(stages[stage.name]),
    resourcesOf({ ...stages[stage.name], ...settings }),
  ]
  const changes = Object.entries(after).map(([id, resource]) => ({
    name: resource.Properties?.FunctionName,
    variables: changedVariables(id, before[id]!, resource),
  }))
  const lambda = lambdaApi(stage.endpoint)
  const current = await lambda.environments(stages[stage.name].prefix)
  for (const { name, variables } of changes.filter(change => change.name in stage.environments)) {
    const wanted = { ...stage.environments[name], ...variables }
    if (!isDeepStrictEqual(wanted, current[name])) await lambda.setEnvironment(name, wanted)
  }
}
