import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { type Entry, entryOf } from '../../../infra/constructs/entries.ts'
import { bindingsOf } from '../../../infra/stacks/bindings.ts'
import { stacks } from '../../../infra/stacks/names.ts'
import { type PathProps, routedFunctionAt } from '../../../infra/stacks/paths.ts'
import type { RoutesStack } from '../../../infra/stacks/routes-stack.ts'
import type { ServiceStack } from '../../../infra/stacks/service-stack.ts'
import { stages } from '../../../infra/stages.ts'
import { appOf, synthesise } from '../../../infra/synthesise.ts'
import type { Route } from '../../../shared/http/contract/route.ts'
import { paths } from '../../../shared/routes.ts'
import { withReaders } from '../../support/with-readers.ts'
import { emptyBundles, scratchFolder, synthesised } from '../synthesised.ts'

/** https://docs.aws.amazon.com/AWSCloudFormation/latest/UserGuide/cloudformation-limits.html */
const limits = { resources: 500, bytes: 1_000_000 }
/** https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-quotas.html */
const routesPerApi = 300

const settings = withReaders(stages.prod)
const stackOf = (name: string) => `${settings.prefix}-${name}`

/** Paths that nobody has thought of yet, each with as much as an order needs. */
const madeUp = (stack: string, count: number) => {
  const bind = bindingsOf(settings)
  const line: PathProps = {
    errorImpact: 'Integrators cannot use what is still to be thought of, and wait for it.',
    bindings: [bind.table('get', 'put'), bind.idNumberSecret, bind.personalDataSecret, bind.prices],
  }
  const names = Array.from({ length: count }, (_, index) => `/v1/${stack}/made-up-${index}/{id}` as const)
  return Object.fromEntries(names.map(path => [path, line])) as Record<`/v1/${string}`, PathProps>
}

/** The stage prod with 150 paths, the new ones spread over the nouns of today. */
const synthesiseGrown = (): string => {
  const serving = ['platform', 'verification', 'identity', 'webhook']
  const added = serving.map((name, index) =>
    madeUp(name, Math.floor((150 - paths.length + index) / serving.length)),
  )
  const code = scratchFolder('made-up')
  mkdirSync(code, { recursive: true })
  writeFileSync(join(code, 'index.cjs'), '')
  const newPaths = added.flatMap(lines => Object.keys(lines) as Route['path'][])
  const bundles = new Map([...emptyBundles(), ...newPaths.map(path => [entryOf(path), code] as const)])
  const app = appOf(settings, scratchFolder('grown'), { bundles })
  const stackCalled = <Kind extends ServiceStack>(name: string) => app.node.findChild(stackOf(name)) as Kind
  for (const [index, name] of serving.entries()) stackCalled(name).serve(added[index]!)
  for (const path of newPaths) stackCalled<RoutesStack>('routes').leadTo(routedFunctionAt(path))
  return app.synth().directory
}

const templateOf = (folder: string, stack: string): string =>
  readFileSync(join(folder, `${stackOf(stack)}.template.json`), 'utf8')

const resourcesOf = (template: string): { Type: string }[] => Object.values(JSON.parse(template).Resources)

describe('a stage of 150 paths', () => {
  const folder = synthesiseGrown()
  const sizes = stacks.map(stack => {
    const template = templateOf(folder, stack)
    return { stack, resources: resourcesOf(template).length, bytes: Buffer.byteLength(template) }
  })

  it('fills no stack by more than four fifths', () => {
    for (const { stack, resources, bytes } of sizes) {
      expect(resources, stack).toBeLessThan(0.8 * limits.resources)
      expect(bytes, stack).toBeLessThan(0.8 * limits.bytes)
    }
  })

  it('has a route for each, and fits into one API', () => {
    const routes = stacks
      .flatMap(stack => resourcesOf(templateOf(folder, stack)))
      .filter(({ Type }) => Type === 'AWS::ApiGatewayV2::Route')
    // Two paths have another spelling, and every other path one function.
    expect(routes).toHaveLength(150 + 2 + 1)
    expect(routes.length).toBeLessThan(0.8 * routesPerApi)
  })
})

const others: readonly [Entry, string][] = [
  ['api/addresses/id', 'verification'],
  ['lookup/try-again', 'identity'],
  ['api/webhooks/id/ping', 'webhook'],
  ['outbox/relay', 'outbox'],
]

describe('synthesising again', async () => {
  const { folder: first } = await synthesised(settings)
  const differing = (again: string) =>
    readdirSync(first)
      .filter(file => /\.(template|assets)\.json$/.test(file))
      .filter(file => readFileSync(join(first, file), 'utf8') !== readFileSync(join(again, file), 'utf8'))

  it('gives the same, byte for byte', () => {
    expect(differing(synthesise(settings, scratchFolder('second'), { bundles: emptyBundles() }))).toEqual([])
  })

  it.each<[Entry, string]>([['api/token', 'platform'], ...others])(
    'with other code in %s changes the stack %s alone',
    async (entry, stack) => {
      const { folder } = await synthesised(settings, [entry])
      expect(differing(folder)).toEqual([`${stackOf(stack)}.assets.json`, `${stackOf(stack)}.template.json`])
    },
  )
})
