import { describe, expect, it } from 'vitest'
import {
  ApiProblem,
  errorMessage,
  NetworkError,
  NoticeError,
} from '../../../../functions/pages/web/ui/api.ts'
import { invalidRequest, Problem } from '../../../../shared/http/contract/problem.ts'

/** As the API answers it. */
const answered = ({ code, message: detail, errors }: Problem) =>
  new ApiProblem({ code, detail, ...(errors.length > 0 && { errors }) } as never)

describe('what a page says of a failure', () => {
  it('is a problem’s sentence', () => {
    expect(errorMessage(answered(new Problem('already_decided', 'It is decided already.')))).toBe(
      'It is decided already.',
    )
  })

  it('is what is wrong with each field, without the name that only the API has for it', () => {
    const against = {
      pointer: '/againstFinding',
      code: 'required',
      detail: 'Say why against what was found: Applicant.',
    }
    const flags = {
      pointer: '/flagsAnswer',
      code: 'required',
      detail: 'Say in words what explains the flag.',
    }
    expect(errorMessage(answered(invalidRequest([against])))).toBe(against.detail)
    expect(errorMessage(answered(invalidRequest([flags, against, against])))).toBe(
      `${flags.detail} ${against.detail}`,
    )
  })

  it('is the page’s own where there was no answer', () => {
    expect(errorMessage(new NoticeError('No room.'))).toBe('No room.')
    expect(errorMessage(new NetworkError('reset'))).toBe('No connection. Try again in a moment.')
    expect(errorMessage(new TypeError('x is undefined'))).toBe(
      'Something went wrong on this page. Reload it.',
    )
  })
})
