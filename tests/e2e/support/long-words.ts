/** What a screen has to bear: a note of some pages, and a word that is wider than a phone. */
export const longText = Array.from(
  { length: 7 },
  (_, index) =>
    `${index + 1}. Came back to the argument with her sister about the house in Rotterdam, slower this time, and noticed where the old sentence “I should have known” entered. We stayed with it until it had less weight.`,
).join('\n\n');
export const longWord = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft';
/** The longest name there can be: a hundred letters without a gap. */
export const longName = longWord.repeat(2).slice(0, 100);
