import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { digestBundles } from '../../../infra/release/digests.ts'
import { findMissingWords, noteRows } from '../../../infra/release/notes.ts'
import { makeSbom, reproducible } from '../../../infra/release/sbom.ts'
import { version } from '../../../infra/version.ts'

const root = join(import.meta.dirname, '../../..')
const guide = (name: string) => readFileSync(join(root, 'functions/pages/docs', `${name}.md`), 'utf8')

describe('the words of a release', () => {
  it('are complete for this one', () => {
    expect(findMissingWords(version, guide('releases'), guide('changelog'))).toEqual([])
  })

  it('are missed where a section, a row or its text is not there', () => {
    const row = (name: string) => `| ${name} | something |`
    const notes = `# Releases\n\n## 1.1.0\n\n| | |\n|---|---|\n${noteRows.map(row).join('\n')}\n\n## 1.0.0\n\n`
    const changelog = '# Changelog\n\n## 1.1.0, December 2026\n\n- All.\n\n## 1.1.01\n'
    expect(findMissingWords('1.1.0', notes, changelog)).toEqual([])
    expect(findMissingWords('1.1.0', notes.replace(row('how long'), '| how long |  |'), changelog)).toEqual([
      'releases.md, 1.1.0: nothing is said of “how long”',
    ])
    expect(findMissingWords('1.0.0', notes, changelog)).toEqual([
      ...noteRows.map(name => `releases.md, 1.0.0: nothing is said of “${name}”`),
      'changelog.md has no section 1.0.0',
    ])
    expect(findMissingWords('1.2.0', notes, changelog)).toEqual([
      'releases.md has no section 1.2.0',
      'changelog.md has no section 1.2.0',
    ])
  })
})

describe('the bill of materials', () => {
  it('names everything that the lock installs, with its version, and is the same when it is made again', async () => {
    const text = await makeSbom(root)
    const { bomFormat, metadata, components } = JSON.parse(text) as {
      readonly bomFormat: string
      readonly metadata: object
      readonly components: readonly { readonly name: string; readonly version: string }[]
    }
    expect(bomFormat).toBe('CycloneDX')
    expect(metadata).not.toHaveProperty('timestamp')
    expect(metadata).toMatchObject({ component: { name: 'verification-service', version } })
    const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
      readonly packages: Readonly<Record<string, { readonly version: string; readonly name?: string }>>
    }
    const installed = Object.entries(lock.packages)
      .filter(([path]) => path !== '')
      // One that stands in another's place may be called by either name.
      .map(([path, one]) =>
        [path.split('node_modules/').at(-1), one.name].map(name => `${name}@${one.version}`),
      )
    const named = components.map(({ name, version: of }) => `${name}@${of}`)
    expect(installed.filter(names => !names.some(one => named.includes(one)))).toEqual([])
    expect(await makeSbom(root)).toBe(text)
  })

  it('does not depend on the order in which it was listed, nor on the folder in which it was made', () => {
    const own = { name: 'ours', version: '1.0.0' }
    const bom = (refs: readonly string[], folder: string) =>
      JSON.stringify({
        bomFormat: 'CycloneDX',
        serialNumber: `urn:uuid:${Math.random()}`,
        metadata: { timestamp: `${Math.random()}`, component: { 'bom-ref': folder, name: folder } },
        components: refs.map(ref => ({ 'bom-ref': ref })),
        dependencies: [folder, ...refs].map(ref => ({ ref, dependsOn: refs })),
      })
    const made = reproducible(bom(['b', 'a'], 'here@1.0.0'), own)
    expect(reproducible(bom(['a', 'b'], 'there@1.0.0'), own)).toBe(made)
    expect(made).not.toContain('here@')
  })
})

describe('the digests of bundles', () => {
  const folder = mkdtempSync(join(tmpdir(), 'verification-digests-'))
  afterAll(() => rmSync(folder, { recursive: true }))
  const made = (name: string): string => {
    const own = join(folder, name)
    mkdirSync(join(own, 'site'), { recursive: true })
    writeFileSync(join(own, 'index.cjs'), 'code')
    writeFileSync(join(own, 'site', 'page.html'), 'page')
    return own
  }

  it('are of the bytes and names of all files alone', () => {
    const one = digestBundles(new Map([['api/health', made('one')]]))
    cpSync(join(folder, 'one'), join(folder, 'two'), { recursive: true })
    expect(digestBundles(new Map([['api/health', join(folder, 'two')]]))).toEqual(one)
    expect(one['api/health']).toMatch(/^[\da-f]{64}$/)
    writeFileSync(join(folder, 'two', 'site', 'page.html'), 'pagE')
    expect(digestBundles(new Map([['api/health', join(folder, 'two')]]))).not.toEqual(one)
    rmSync(join(folder, 'two', 'site'), { recursive: true })
    writeFileSync(join(folder, 'two', 'page.html'), 'page')
    expect(digestBundles(new Map([['api/health', join(folder, 'two')]]))).not.toEqual(one)
  })
})
