// What scrolls sideways is a stop of the keyboard, so that it can be read without a mouse; what fits is none.
function reach() {
  document.querySelectorAll('article table, article pre').forEach(each => {
    if (each.scrollWidth > each.clientWidth) {
      each.tabIndex = 0;
    } else {
      each.removeAttribute('tabindex');
    }
  });
}

reach();
addEventListener('resize', reach);
