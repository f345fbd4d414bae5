import { administer } from '../../../infra/admin/administer.ts'

export interface Ended {
  readonly code: number
  readonly out: string
  readonly err: string
}

/** `npm run admin -- …` within this process; a list where a word has a space in it. */
export const run = async (words: string | readonly string[]): Promise<Ended> => {
  let [out, err] = ['', '']
  const args = typeof words === 'string' ? words.split(' ').filter(word => word !== '') : words
  const code = await administer(args, {
    say: text => {
      out += `${text}\n`
    },
    remark: text => {
      err += `${text}\n`
    },
  })
  return { code, out, err }
}
