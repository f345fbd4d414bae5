export interface Page {
  readonly status: number
  readonly headers: Headers
  readonly text: string
}

const read = async (response: Response): Promise<Page> => ({
  status: response.status,
  headers: response.headers,
  text: await response.text(),
})

/** As a browser does that shows the page to somebody. */
export const look = async (url: string, headers: Record<string, string> = { 'sec-fetch-dest': 'document' }) =>
  read(await fetch(url, { headers, redirect: 'manual' }))

export const say = async (url: string, form: Record<string, string>) =>
  read(await fetch(url, { method: 'POST', body: new URLSearchParams(form), redirect: 'manual' }))

export const titleOf = ({ text }: Page): string => /<h1>([^<]*)<\/h1>/.exec(text)?.[1] ?? ''

/** What no page may show that shows nothing of its matter. */
export const matterWords = /Ngozi|Linked|Ikeja|organisation/i
