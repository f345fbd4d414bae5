import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { App, Tags } from 'aws-cdk-lib'
import { type Bundles, bundle, listSiteFiles } from './constructs/bundle.ts'
import { entries } from './constructs/entries.ts'
import { keptOutputs } from './constructs/kept-outputs.ts'
import { buildSite, siteSettings } from './docs/site.ts'
import { monitoringStack } from './monitoring/dashboard.ts'
import { identityStack } from './stacks/identity-stack.ts'
import { linkStack } from './stacks/link-stack.ts'
import { operationsStack } from './stacks/operations-stack.ts'
import { outboxStack } from './stacks/outbox-stack.ts'
import { docsStack, pagesStack } from './stacks/pages-stack.ts'
import { PlatformStack } from './stacks/platform-stack.ts'
import { routesStack } from './stacks/routes-stack.ts'
import { createNounStack } from './stacks/service-stack.ts'
import { StatefulStack } from './stacks/stateful-stack.ts'
import { trustStack } from './stacks/trust-stack.ts'
import { verificationStack } from './stacks/verification-stack.ts'
import { webhookStack } from './stacks/webhook-stack.ts'
import { refuseWrongStage, type Stage } from './stage.ts'

export interface SynthesisOptions {
  /** The folder whose files the functions are bundled from: by default our own. */
  readonly functionsFolder?: string
  /** Made earlier, for a caller that synthesises several times: bundling takes longer than all the rest. */
  readonly bundles?: Bundles | undefined
  /** Whether CDK checks the templates against CloudFormation's schemas: three of four seconds, so for deployments only. */
  readonly isChecked?: boolean
}

const ownFunctions = join(import.meta.dirname, '../functions')

/** The image library as it was published, for any processor: its threads load its file by name, so no bundle can hold it. */
const vipsFiles = (): ReadonlyMap<string, Buffer> => {
  const root = dirname(dirname(createRequire(import.meta.url).resolve('wasm-vips')))
  const names = ['lib/vips-node.mjs', 'lib/vips.wasm', 'LICENSE', 'THIRD-PARTY-NOTICES.md']
  return new Map(names.map(name => [name.replace('lib/', ''), readFileSync(join(root, name))]))
}

export const bundleAll = (settings: Stage, outputFolder: string, functionsFolder = ownFunctions): Bundles => {
  const options = siteSettings(settings)
  const pages = keptOutputs({ folders: ['functions', 'shared', 'infra'], options }, () =>
    listSiteFiles(entries, buildSite(options)),
  )
  const images = listSiteFiles(['evidence/re-encode'], vipsFiles)
  const mayBeKept = functionsFolder === ownFunctions
  return bundle(entries, { functionsFolder, outputFolder, site: [...pages, ...images], mayBeKept })
}

/** Each of these stacks depends on stateful and platform only, monitoring included. */
const nouns = [
  verificationStack,
  operationsStack,
  identityStack,
  linkStack,
  webhookStack,
  outboxStack,
  trustStack,
  docsStack,
  pagesStack,
  monitoringStack,
]

/** The CDK app of one stage, ready to synthesise. Needs no account, no network and no Docker. */
export const appOf = (settings: Stage, outdir: string, options: SynthesisOptions = {}): App => {
  refuseWrongStage(settings)
  const { functionsFolder = ownFunctions, isChecked = false } = options
  const { bundles = bundleAll(settings, `${outdir}/functions`, functionsFolder) } = options
  const app = new App({
    outdir,
    // Set here and not in cdk.json, so that the laptop and the tests synthesise what the CLI does.
    context: { '@aws-cdk/aws-iam:minimizePolicies': true },
    autoSynth: false,
    analyticsReporting: false,
    treeMetadata: false,
    builtinCloudFormationValidation: isChecked,
  })
  Tags.of(app).add('stage', settings.name)
  const stateful = new StatefulStack(app, settings)
  const platform = new PlatformStack(app, { settings, bundles })
  platform.addStackDependency(stateful)
  const routes = createNounStack(app, { settings, bundles }, routesStack)
  for (const noun of nouns) {
    const stack = createNounStack(app, { settings, bundles }, noun)
    stack.addStackDependency(platform)
    routes.addStackDependency(stack)
  }
  return app
}

/**
 * Synthesises all stacks of a stage.
 * @returns the folder of the cloud assembly, with the bundled functions as its assets
 * @throws naming every function whose file is missing, or what is wrong with who signs people in
 */
export const synthesise = (settings: Stage, outdir: string, options: SynthesisOptions = {}): string =>
  appOf(settings, outdir, options).synth().directory
