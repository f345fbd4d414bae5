import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import manifest from '../../package.json' with { type: 'json' }

const sbomWords = ['sbom', '--sbom-format', 'cyclonedx', '--package-lock-only', '--sbom-type', 'application']

/** By npm itself, which knows its lock, and from that alone. It is the npm that runs this, or that of the PATH. */
const askNpm = async (root: string): Promise<string> => {
  const own = process.env.npm_execpath
  const [program, words] = own ? [process.execPath, [own, ...sbomWords]] : ['npm', sbomWords]
  const { stdout } = await promisify(execFile)(program, words, { cwd: root, maxBuffer: 64 * 1024 ** 2 })
  return stdout
}

interface Bom {
  readonly serialNumber?: string
  readonly metadata: { readonly timestamp?: string; readonly component: { readonly 'bom-ref': string } }
  readonly components: readonly { readonly 'bom-ref': string }[]
  readonly dependencies: readonly { readonly ref: string; readonly dependsOn?: readonly string[] }[]
}

type Manifest = Pick<typeof manifest, 'name' | 'version'>

const compare = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0)

/** The same for the same lock: without the time and the random number of whoever made it, and the name of their folder, which npm takes for ours. */
export const reproducible = (text: string, { name, version }: Manifest): string => {
  const { serialNumber: _, metadata, components, dependencies, ...rest } = JSON.parse(text) as Bom
  const { timestamp: __, ...about } = metadata
  const { 'bom-ref': folder } = metadata.component
  const own = `${name}@${version}`
  const bom = {
    ...rest,
    metadata: {
      ...about,
      component: { ...metadata.component, 'bom-ref': own, name, purl: `pkg:npm/${own}` },
    },
    components: components.toSorted((one, other) => compare(one['bom-ref'], other['bom-ref'])),
    dependencies: dependencies
      .map(({ ref, dependsOn = [] }) => ({
        ref: ref === folder ? own : ref,
        dependsOn: dependsOn.toSorted(compare),
      }))
      .toSorted((one, other) => compare(one.ref, other.ref)),
  }
  return `${JSON.stringify(bom, null, 2)}\n`
}

/** A bill of materials by CycloneDX (https://cyclonedx.org/docs/1.5/json/) of all that the lock installs. */
export const makeSbom = async (root: string): Promise<string> => reproducible(await askNpm(root), manifest)
