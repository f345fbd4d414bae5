import { readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { adminCommands } from '../../../infra/admin/admin-commands.ts'
import { buildFacts } from '../../../infra/docs/facts.ts'
import { guideNames, guidePath, isForOperators, readGuide } from '../../../infra/docs/guides.ts'
import { anchorOf, htmlOf } from '../../../infra/docs/markdown.ts'
import { operationPath, referenceDocuments } from '../../../infra/docs/reference/document.ts'
import { buildSite, renderSite, siteSettings } from '../../../infra/docs/site.ts'
import { stages } from '../../../infra/stages.ts'
import { version } from '../../../infra/version.ts'
import { type ProblemCode, problems } from '../../../shared/http/contract/problem.ts'
import { problemGuides } from '../../../shared/http/contract/problem-guide.ts'
import { isOperatorProblem } from '../../../shared/openapi/audience.ts'
import { integratorDocument, operatorDocument } from '../../../shared/openapi.ts'
import { paths, routes } from '../../../shared/routes.ts'

const ofProd = renderSite(siteSettings(stages.prod))
const { pages, operators, assets, llms, llmsFull } = ofProd
const local = renderSite(siteSettings(stages.local)).pages
const site = buildSite(siteSettings(stages.prod), ofProd)
const readable = new Map([
  ...pages,
  ...[...operators].map(
    ([name, text]) => [name.startsWith('reference') ? `operators/${name}` : name, text] as const,
  ),
])
const textOf = (name: string): string => String(readable.get(name))
const html = [...readable.keys()].filter(name => name.endsWith('.html'))
const folder = join(import.meta.dirname, '../../../functions/pages/docs')

const anchorsOf = (text: string): string[] => [...text.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id!)

/** Which file of the site is read at a path. */
const files = new Map([
  ...html
    .filter(name => name.includes('reference'))
    .map(name => [`/v1/docs/${name.slice(0, -5)}`, name] as const),
  ...guideNames.flatMap(name => [
    [guidePath(name), `${name}.html`] as const,
    [`/v1/docs/${name}.md`, `${name}.md`] as const,
  ]),
  ...[...operators.keys()]
    .filter(name => !name.startsWith('reference'))
    .map(name => [`/v1/docs/operators/${name.replace(/\.html$/, '').replace(/\.br$/, '')}`, name] as const),
])

/** What is wrong with a link of a page, if anything is. */
const faultOf = (page: string, href: string): string | undefined => {
  const [path = '', anchor] = href.split('#')
  if (/^https:/.test(href)) return undefined
  if (path.startsWith('/v1/docs/assets/'))
    return assets.has(`${path.split('/').at(-1)}.gz`) ? undefined : `${page}: no asset ${href}`
  const target = path === '' ? page : files.get(path)
  if (target === undefined)
    return (paths as readonly string[]).includes(path) ? undefined : `${page}: no page ${href}`
  return anchor === undefined || anchorsOf(textOf(target)).includes(anchor)
    ? undefined
    : `${page}: no place ${href}`
}

describe('a guide', () => {
  it('is every Markdown file of the folder, in the list', () => {
    const found = readdirSync(folder).filter(file => file.endsWith('.md'))
    expect(found.sort()).toEqual(guideNames.map(name => `${name}.md`).sort())
  })

  it.each(html)('has no dead link: %s', page => {
    const links = [...textOf(page).matchAll(/ (?:href|src)="([^"]+)"/g)].map(([, href]) => href!)
    expect(links.length).toBeGreaterThan(5)
    expect(links.flatMap(href => faultOf(page, href) ?? [])).toEqual([])
  })

  it('with a dead link is noticed', () => {
    const wrong = [
      '/v1/docs/nothing',
      '/v1/docs/limits#nothing',
      '#nothing',
      '/v1/docs/assets/docs.css',
      '/v2',
    ]
    for (const href of wrong) expect(faultOf('index.html', href), href).toBeDefined()
  })

  it.each(html)('has every anchor once: %s', page => {
    const anchors = anchorsOf(textOf(page))
    expect(anchors.filter((id, index) => anchors.indexOf(id) !== index)).toEqual([])
  })

  it.each(html)('runs no script that stands in the page, and has no style there: %s', page => {
    expect(textOf(page)).not.toMatch(/<script(?![^>]* src=)|<style| style=| on[a-z]+=/)
  })

  it.each(guideNames)('names only paths and problems that there are: %s', name => {
    const text = textOf(`${name}.md`)
    const named = [...text.matchAll(/`(GET|POST|PATCH|DELETE) (\/v1\/[^\s`?…]+)(?:\?\S*)?`/g)]
    const known = Object.values(routes).map(({ method, path }) => `${method} ${path}`)
    expect(
      named.map(([, method, path]) => `${method} ${path}`).filter(each => !known.includes(each)),
    ).toEqual([])
    const codes = [...text.matchAll(/error-codes#(\w+)\)/g)].map(([, code]) => code!)
    expect(codes.filter(code => !(code in problems))).toEqual([])
  })

  it.each(guideNames)('names only commands that exist: %s', name => {
    const named = [
      ...textOf(`${name}.md`).matchAll(/run (?:--silent )?admin -- ([a-z][a-z-]*(?: [a-z][a-z-]*)?)/g),
    ]
    const known = adminCommands.map(({ name }) => name)
    const isKnown = (words: string) => known.some(each => each === words || words.startsWith(`${each} `))
    expect(named.map(([, words]) => words!).filter(words => !isKnown(words.replace(/ --.*/, '')))).toEqual([])
  })

  it('says what the code knows, and every fact is said somewhere', () => {
    const facts = buildFacts(stages.prod)
    const used = new Set<string>()
    const watched = new Proxy(facts, {
      get: (all, name: string) => {
        used.add(name)
        return all[name]
      },
    })
    for (const name of guideNames) readGuide(name, watched)
    expect(Object.keys(facts).filter(name => !used.has(name))).toEqual([])
    for (const name of guideNames) expect(textOf(`${name}.md`)).not.toMatch(/\{\{(?!origin\}\})/)
  })

  it('that names a fact which the code does not know is refused', () => {
    expect(() => readGuide('limits', {})).toThrow(/limits\.md: there is no fact \{\{\w+\}\}/)
  })
})

describe('a picture', () => {
  const repository = join(import.meta.dirname, '../../..')
  /** Alternative texts by path, of the README and of each guide. */
  const namedIn = (file: string): [path: string, alt: string][] =>
    [...readFileSync(join(repository, file), 'utf8').matchAll(/!\[([^\]]*)\]\(([^)]+)\)/g)].map(
      ([, alt, path]) => [join(dirname(file), path!), alt!],
    )
  const guideFiles = guideNames.map(name => `functions/pages/docs/${name}.md`)
  const shown = ['README.md', ...guideFiles].flatMap(namedIn)
  const stored = readdirSync(join(folder, 'pictures')).map(name => `functions/pages/docs/pictures/${name}`)

  it('is named by the README and by a guide, each by its path, which GitHub shows', () => {
    for (const files of [['README.md'], guideFiles])
      expect(
        files
          .flatMap(namedIn)
          .map(([path]) => path)
          .sort(),
      ).toEqual(stored.toSorted())
  })

  it.each(stored)('is below 100 KB: %s', path => {
    expect(statSync(join(repository, path)).size).toBeLessThan(100_000)
  })

  it('is described in words, for whoever does not see it', () => {
    expect(shown.filter(([, alt]) => alt.split(' ').length < 8)).toEqual([])
  })

  it('is an asset with its hash in every form of a guide', () => {
    const served = /\(\/v1\/docs\/assets\/portal\.[0-9a-f]{12}\.png\)/
    for (const text of [textOf('portal.md'), String(llmsFull.get('llms-full.txt'))])
      expect(text).toMatch(served)
    expect(textOf('portal.html')).toMatch(/<img src="\/v1\/docs\/assets\/portal\.[0-9a-f]{12}\.png" alt="/)
  })
})

describe('the docs of a stage', () => {
  it('state its own limits', () => {
    expect(textOf('limits.md')).toContain(
      '| `requests` | requests, over all paths | a client | 1,200 | minute |',
    )
    expect(String(local.get('limits.md'))).toContain('| a client | 600,000 | minute |')
  })

  it('name the local environment’s credentials in the local environment alone', () => {
    const ofOthers = [stages.dev, stages.staging].map(settings => renderSite(siteSettings(settings)))
    for (const rendered of [...ofOthers, ofProd])
      for (const [name, text] of rendered.pages)
        expect(String(text), name).not.toMatch(/local-test|docs-try|class="try"/)
    expect(String(local.get('reference-authentication.html'))).toContain('local-test-secret')
    expect(String(local.get('first-verification.md'))).toContain('CLIENT_ID=local-test\n')
  })

  it('have a place for every problem, where its header leads', () => {
    const anchors = anchorsOf(textOf('error-codes.html'))
    for (const code of Object.keys(problems)) expect(anchors).toContain(code)
  })

  it.each(guideNames.filter(isForOperators))(
    'show %s to operators alone, and on a laptop to everybody',
    name => {
      const whole = textOf(`${name}.md`)
      const longest = whole.split('\n').toSorted((one, other) => other.length - one.length)[0]!
      for (const files of [pages, llms, llmsFull])
        for (const [file, text] of files) expect(String(text), file).not.toContain(longest)
      const signIn = `href="/v1/session/sign-in?returnTo=/v1/docs/operators/${name}"`
      expect(String(pages.get(`${name}.html`))).toContain(signIn)
      expect(String(pages.get('index.html'))).not.toContain(`/${name}"`)
      expect(String(local.get(`${name}.md`)).split('\n')[0]).toBe(whole.split('\n')[0])
      expect(String(local.get('index.html'))).toContain(`href="/v1/docs/${name}"`)
    },
  )

  it('list operators’ guides, and the document of every operation, for an operator’s coding agent', () => {
    const list = String(operators.get('llms.txt'))
    for (const name of guideNames.filter(isForOperators))
      expect(list).toContain(`({{origin}}/v1/docs/operators/${name}.md): `)
    expect(list).toContain('({{origin}}/v1/docs/operators/openapi.json)')
    const read = (text: string | Buffer | undefined) => brotliDecompressSync(text as Buffer).toString()
    expect(read(operators.get('openapi.json.br'))).toBe(JSON.stringify(operatorDocument))
    expect(read(site('api/openapi-json')!.get('openapi.json.br'))).toBe(JSON.stringify(integratorDocument))
  })

  it('explain an operator’s problem to an operator alone, at a place that its header leads everybody to', () => {
    for (const code of (Object.keys(problems) as ProblemCode[]).filter(isOperatorProblem)) {
      const [words] = problemGuides[code].when.split('. ')
      expect(textOf('operator-errors.md')).toContain(words)
      expect(textOf('error-codes.md')).not.toContain(words)
    }
  })

  it('are listed for coding agents, and whole in one text', () => {
    const list = String(llms.get('llms.txt'))
    const open = guideNames.filter(name => !isForOperators(name))
    for (const name of open.filter(each => each !== 'index'))
      expect(list).toContain(`({{origin}}/v1/docs/${name}.md): `)
    for (const name of open) expect(String(llmsFull.get('llms-full.txt'))).toContain(textOf(`${name}.md`))
  })

  it('say at their foot which release they describe', () => {
    const ends = [...pages].filter(([name]) => name.endsWith('.html')).map(([, text]) => String(text))
    for (const text of ends) expect(text).toMatch(`<span>Version ${version}</span></footer>\n</main>`)
  })

  it('are the same when they are made again, so that nothing is deployed twice', () => {
    const again = renderSite(siteSettings(stages.prod))
    expect([...again.pages]).toEqual([...pages])
    expect([...again.assets.keys()]).toEqual([...assets.keys()])
  })

  it('lie beside the functions that serve them and no other', () => {
    expect([...site('pages/docs')!.keys()]).toEqual(['index.html'])
    const problemPage = ['link.css', 'operator.json']
    expect([...site('api/not-found')!.keys()]).toEqual(problemPage)
    expect([...site('pages/docs/assets/asset')!.keys()].slice(7)).toEqual(problemPage)
    expect(site('api/addresses')).toBeUndefined()
  })

  it('fit into what a function may answer: 6 MB, of which Base64 takes a quarter', () => {
    for (const bytes of assets.values()) expect(bytes.length).toBeLessThan(4 * 1024 * 1024)
  })
})

describe('the search index', () => {
  const read = (text: string | Buffer | undefined): [string, string, string, string][] =>
    JSON.parse(brotliDecompressSync(text as Buffer).toString())
  const entries = read(pages.get('search.json.br'))

  it('leads to places that exist, each once', () => {
    const found = entries.map(([, , path]) => path)
    expect(found.flatMap(path => faultOf('index.html', path) ?? [])).toEqual([])
    expect(found.length).toBe(new Set(found).size)
  })

  it('has every guide, every operation and every error code that an integrator may read', () => {
    const found = new Set(entries.map(([, , path]) => path))
    const guides = guideNames.filter(name => !isForOperators(name)).map(guidePath)
    const codes = (Object.keys(problems) as ProblemCode[]).map(code => `/v1/docs/error-codes#${code}`)
    const operations = referenceDocuments.integrator.nouns.flatMap(noun =>
      noun.operations.map(operation => operationPath(noun, operation)),
    )
    expect([...guides, ...codes, ...operations].filter(path => !found.has(path))).toEqual([])
  })

  it('finds a field by its name, and no operators’ guide', () => {
    const holding = (word: string) => entries.filter(([, , , text]) => text.includes(` ${word},`))
    expect(holding('allowRevisit').map(([, , path]) => path)).toContain(
      '/v1/docs/reference-addresses#createAddress',
    )
    const costs = read(operators.get('search.json.br')).filter(([, , path]) =>
      path.includes('operators/costs'),
    )
    expect(costs.length).toBeGreaterThan(1)
    expect(entries.filter(([, , path]) => path.includes('costs'))).toEqual([])
  })
})

describe('Markdown', () => {
  it('becomes headings that can be linked to', () => {
    expect(htmlOf('## When `code` is “odd”\n')).toBe(
      '<h2 id="when-code-is-odd"><a href="#when-code-is-odd">When <code>code</code> is “odd”</a></h2>\n',
    )
    expect(anchorOf('1. Sign in')).toBe('1-sign-in')
  })

  it('lets wide things scroll by themselves, by keyboard too, each under a name of its own', () => {
    const shown = htmlOf('## Limits\n\n```sh\na < b\n```\n\n| a |\n|---|\n| b |\n')
    expect(shown).toContain(
      '<div class="code" role="group" aria-label="Limits, code 1" tabindex="0"><pre><code class="language-sh">a &lt; b\n</code></pre>',
    )
    expect(shown).toContain(
      '<div class="table" role="group" aria-label="Limits, table 2" tabindex="0"><table>',
    )
  })
})
