interface FileSeconds {
  readonly file: string;
  readonly seconds: number;
}

export const mostSeconds: number;
export const refusedSeconds: number;
export function secondsPerFile(report: object): FileSeconds[];
export function slowFiles(report: object, most?: number): FileSeconds[];
export function tellSlow(slow: FileSeconds): string;
